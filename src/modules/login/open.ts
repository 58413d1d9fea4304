// Opens the logins of launchers and pages, which share the check of passwords and the start of sessions.

import { createSignedTokens } from '../../platform/lib/shared-states.ts';
import { createJob } from '../../platform/lib/timers.ts';
import type { Caller } from '../../platform/lib/visitor.ts';
import { type Metric, metric } from '../../platform/ops/metrics.ts';
import { readCounter } from '../../platform/ops/report-event.ts';
import type { AccountEvent, AccountLog } from '../account/index.ts';
import type { Visitor } from '../sessions/index.ts';
import { createBruteForceProtection } from './brute-force-protection.ts';
import type { loginEvents } from './events.ts';
import {
  createCredentialCheck,
  createLauncherLogin,
  createLoginCompletion,
  type LinkHooks,
  LOGIN_TOKEN_LIFETIME_MS,
} from './login.ts';
import { createPageLogin } from './page-login.ts';

const SWEEP_MEMORY_EVERY_MS = 60_000;
const SWEEP_SESSIONS_EVERY_MS = 60 * 60_000;

type CredentialPorts = Parameters<typeof createCredentialCheck>[0];

export function openLogin(
  ports: Parameters<typeof createBruteForceProtection>[0] &
    Omit<CredentialPorts, 'findKnown' | 'onWrongPassword'> &
    Parameters<typeof createLoginCompletion>[0] &
    Omit<Parameters<typeof createPageLogin>[0], 'credentials' | 'loginCompletion'> & {
      log: AccountLog;
      hooks?: LinkHooks;
    },
) {
  const { states, accountSessions, devices, loginCodes, log } = ports;
  const purpose = { purpose: 'login tokens', lifetimeMs: LOGIN_TOKEN_LIFETIME_MS };
  const tokens = createSignedTokens(ports, purpose);
  const bruteForce = createBruteForceProtection(ports);
  const credentials = createCredentialCheck({
    ...ports,
    findKnown: devices.findKnown,
    onWrongPassword: bruteForce.noteWrong,
  });
  const loginCompletion = createLoginCompletion(ports);
  const parts = { ...ports, tokens, credentials, loginCompletion };
  const pages = createPageLogin(parts);

  /** Removes expired entries from memory, or from the store that replicas share. */
  async function sweepMemory(): Promise<void> {
    // A job of the store sweeps the states that outlive the process, once for all replicas.
    if (!states.outlivesProcess) await states.sweep();
    bruteForce.sweep();
  }

  /** Removes what logins leave behind. Returns the number of sessions that ended. */
  async function sweepSessions(): Promise<number> {
    await loginCodes.sweep();
    await devices.removeExpired();
    await log.removeOld();
    return accountSessions.removeExpired();
  }

  return {
    ...createLauncherLogin(parts),
    ...pages,
    checkPassword: credentials.checkPassword,
    /** Notes an event in the account's log, with the device and country of the caller. */
    noteEvent: (accountId: number, event: AccountEvent, caller: Caller) =>
      log.note(accountId, event, devices.describe(caller)),
    async logOut(visitor: Visitor): Promise<void> {
      await pages.cancel(visitor);
      // An anonymous session holds nothing else. Remembering its end would only cost memory.
      if (visitor.kind === 'account') await accountSessions.end(visitor.value);
    },
    metrics: listLoginMetrics(),
    jobs: [
      createJob('sweep the memory of logins', SWEEP_MEMORY_EVERY_MS, sweepMemory),
      createJob('sweep sessions', SWEEP_SESSIONS_EVERY_MS, sweepSessions, 'leader'),
    ],
  };
}

const listLoginMetrics = (): Metric[] => [
  metric(
    'muster_logins_total{outcome}',
    'Logins by outcome; stopped means too many wrong attempts before, busy too many at once.',
    () => [
      [readCounter('account_logged_in'), 'succeeded'],
      [readCounter<typeof loginEvents>('login_failed'), 'failed'],
      [readCounter<typeof loginEvents>('login_stopped'), 'stopped'],
      [readCounter<typeof loginEvents>('login_busy'), 'busy'],
    ],
  ),
];
