// Collects the checks of a running service for the answer of /readyz.

import { type FindingStatus, type Found, tell, WELL, warning } from '../lib/finding.ts';
import { systemTimers, type Timers, within } from '../lib/timers.ts';

/** `degraded`: it serves, but something is missing. `failed`: requests should go elsewhere. */
export type CheckStatus = 'ok' | 'degraded' | 'failed';

const SHOWN: Readonly<Record<FindingStatus, CheckStatus>> = {
  ok: 'ok',
  warning: 'degraded',
  failed: 'failed',
  skipped: 'ok',
};

/** Returns the finding for the operator. Anybody can read the sentence of a problem, so it has no secrets or paths. */
export type HealthCheck = () => Found;

export interface HealthReport {
  status: 'ready' | 'degraded' | 'not_ready';
  checks: Record<string, { status: CheckStatus; since: string; message: string }>;
}

export type Readiness = ReturnType<typeof createReadiness>;

export type TrackedCheck = ReturnType<Readiness['track']>;

/** A finding as `/readyz` shows it. */
export function stateOf(found: Found): { status: CheckStatus; message: string } {
  const { status, message } = tell(found);
  return { status: SHOWN[status], message: status === 'ok' ? '' : message };
}

const PROBE_EVERY_MS = 5_000;
const PROBE_PATIENCE_MS = 200;

export function createReadiness({
  now = Date.now,
  timers = systemTimers,
}: {
  now?: () => number;
  timers?: Timers;
} = {}) {
  const checks = new Map<string, HealthCheck>();
  const probes: (() => Promise<void> | undefined)[] = [];
  const seen = new Map<string, { status: CheckStatus; at: number }>();
  let probedAt = Number.NEGATIVE_INFINITY;
  let probing: Promise<void> = Promise.resolve();

  /** Adds a check such as `disk_space`. `probe` does slow work, such as a write; it must not reject. */
  function add(name: string, check: HealthCheck, probe?: () => Promise<void>): void {
    checks.set(name, check);
    seen.set(name, { status: 'ok', at: now() });
    if (probe !== undefined) probes.push(unlessRunning(probe));
  }

  function sinceOf(name: string, status: CheckStatus): string {
    let was = seen.get(name);
    if (was?.status !== status) {
      was = { status, at: now() };
      seen.set(name, was);
    }
    return new Date(was.at).toISOString();
  }

  const states = () =>
    [...checks].map(([name, check]) => {
      const found = check();
      const isStarting = typeof found === 'object' && found.isStarting === true;
      return { name, isStarting, ...stateOf(found) };
    });

  async function runProbes(): Promise<void> {
    const all = Promise.all(probes.map((probe) => probe()));
    await within<unknown>(PROBE_PATIENCE_MS, all, () => {}, timers);
  }

  return {
    add,
    track(name: string) {
      let state = WELL;
      add(name, () => state);
      return {
        degrade(message: string): void {
          state = warning(message);
        },
        recover(): void {
          state = WELL;
        },
      };
    },
    /** Runs the probes, at most once in five seconds and never two at a time. Resolves after 0.2 s in any case. */
    probe(): Promise<void> {
      // When the clock is set back, the probes must continue.
      const sinceMs = Math.abs(now() - probedAt);
      if (sinceMs >= PROBE_EVERY_MS) {
        probedAt = now();
        probing = runProbes();
      }
      return probing;
    },
    read(): HealthReport {
      const all = states();
      const worst = (status: CheckStatus) => all.some((it) => it.status === status);
      return {
        status: worst('failed') ? 'not_ready' : worst('degraded') ? 'degraded' : 'ready',
        checks: Object.fromEntries(
          all.map(({ name, status, message }) => [
            name,
            { status, since: sinceOf(name, status), message },
          ]),
        ),
      };
    },
    /** Whether only the start keeps the service from being ready. */
    isStarting(): boolean {
      const failed = states().filter(({ status }) => status === 'failed');
      return failed.length > 0 && failed.every(({ isStarting }) => isStarting);
    },
  };
}

function unlessRunning(probe: () => Promise<void>): () => Promise<void> | undefined {
  let isRunning = false;
  return () => {
    if (isRunning) return undefined;
    isRunning = true;
    return probe().finally(() => {
      isRunning = false;
    });
  };
}
