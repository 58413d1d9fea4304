// Collects what is wrong with a running service; the answer of /readyz is made of it.

/** Something that is wrong. */
export interface Finding {
  /** A sentence for the operator, without secrets: anybody can read it. */
  reason: string;
  /** Whether requests should still be sent here because most of the service works. */
  isReady: boolean;
  /** Part of every start: `/readyz` shows it, and the log does not report it as a failure. */
  isStarting?: boolean;
}

/** Returns what is wrong now. It is called for each answer, so it must be quick and must not throw. */
export type ReadinessCheck = () => readonly Finding[];

/** The checks of one service. */
export interface Readiness {
  add(check: ReadinessCheck): void;
  /** Everything that is wrong now, in the order in which the checks were added. */
  read(): readonly Finding[];
}

/** Makes an empty set of checks: nothing is wrong. */
export function createReadiness(): Readiness {
  const checks: ReadinessCheck[] = [];
  return {
    add: (check) => void checks.push(check),
    read: () => checks.flatMap((check) => check()),
  };
}
