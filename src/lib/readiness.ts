// What is wrong with a running service, gathered from whoever knows: the answer of /readyz is made of it.

/** Something that is wrong. */
export interface Finding {
  /** A sentence for the operator, without secrets: strangers can read it. */
  reason: string;
  /** Whether requests should still be sent here, since most of the service works. */
  isReady: boolean;
  /** Part of every start: it is answered, and is no failure that the log tells. */
  isStarting?: boolean;
}

/** Says what is wrong at this moment; asked for each answer, so it must be quick and must not throw. */
export type ReadinessCheck = () => readonly Finding[];

/** The checks of one service. */
export interface Readiness {
  add(check: ReadinessCheck): void;
  /** Everything that is wrong now, in the order in which the checks were added. */
  read(): readonly Finding[];
}

/** No checks yet: nothing is wrong. */
export function createReadiness(): Readiness {
  const checks: ReadinessCheck[] = [];
  return {
    add: (check) => void checks.push(check),
    read: () => checks.flatMap((check) => check()),
  };
}
