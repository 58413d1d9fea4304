// What the service does again and again while it runs, and how often.

import type { Accounts } from '../accounts/accounts.ts';
import type { Registration } from '../accounts/registration.ts';
import type { EmailModule } from '../email/email.ts';
import type { SteadyClock } from '../lib/steady-clock.ts';
import type { DescriptorWatch } from '../net/descriptor-watch.ts';
import * as events from '../ops/events.ts';
import type { Jobs } from '../ops/jobs.ts';
import { reportRepeats } from '../ops/repeats.ts';
import type { Servers } from '../servers/servers.ts';
import type { ServiceStore } from '../store/open-service-store.ts';

/** How soon the work of the command line is seen: bans and featured servers. */
const MODERATION_LOOK_MS = 250;
const FLUSH_MS = 900;
const FILE_LOOK_MS = 1_000;
/** How soon a step of the wall clock is followed. */
const CLOCK_LOOK_MS = 1_000;
/** How long a service without a free descriptor keeps a processor busy before it notices. */
const DESCRIPTORS_LOOK_MS = 250;
/** How late the number of what was repeated may be told. */
const REPEATS_MS = 1_000;
/** How soon a claim goes after its account. */
const CLAIM_LOOK_MS = 250;
/** How soon a stale server is gone from the ready-made list (C6.20). */
const SWEEP_MS = 10_000;
const PORT_CHECK_MS = 1_000;
/** How often it is seen whether a minute has begun, and how fast old samples are thinned. */
const HISTORY_LOOK_MS = 1_000;
const SESSION_SWEEP_MS = 60 * 60_000;
/** How soon letters leave, those of the command line too. */
const MAIL_LOOK_MS = 400;
/** How soon a letter that a request asked for is written. */
const COMPOSE_EMAILS_MS = 250;
const OUTBOX_SWEEP_MS = 60 * 60_000;

/** Has all of it repeated until the jobs are disposed. */
export function repeatWork(
  jobs: Jobs,
  parts: {
    store: ServiceStore;
    clock: SteadyClock;
    servers: Servers;
    accounts: Pick<Accounts, 'sweepSessions'>;
    registration: Pick<Registration, 'composeEmails' | 'sweep'>;
    mail: Pick<EmailModule, 'sendDue' | 'sweep'>;
    descriptors: Pick<DescriptorWatch, 'look'>;
  },
): void {
  const { store, clock, servers, accounts, registration, mail, descriptors } = parts;
  jobs.repeat('look at the database files', FILE_LOOK_MS, store.lookAtFiles);
  jobs.repeat('save servers', FLUSH_MS, servers.flush);
  jobs.repeat('look at the clock', CLOCK_LOOK_MS, () => {
    const change = clock.look();
    if (change === undefined) return;
    servers.adjustClock(change);
    if (change.sleptMs !== 0) events.machineSlept(change.sleptMs);
    if (change.steppedMs !== 0) events.clockStepped(change.steppedMs);
  });
  jobs.repeat('look for descriptors', DESCRIPTORS_LOOK_MS, descriptors.look);
  jobs.repeat('tell what was repeated', REPEATS_MS, () => reportRepeats());
  jobs.repeat('sweep stale servers', SWEEP_MS, servers.sweep);
  jobs.repeat('follow claims', CLAIM_LOOK_MS, servers.reloadClaims);
  jobs.repeat('check ports', PORT_CHECK_MS, servers.checkDuePorts);
  jobs.repeat('record players', HISTORY_LOOK_MS, servers.history.sample);
  jobs.repeat('thin the history', HISTORY_LOOK_MS, servers.history.compact);
  jobs.repeat('sweep sessions', SESSION_SWEEP_MS, accounts.sweepSessions);
  jobs.repeat('write letters', COMPOSE_EMAILS_MS, registration.composeEmails);
  jobs.repeat('sweep accounts', SESSION_SWEEP_MS, async () => {
    const removed = await registration.sweep();
    if (removed.length > 0) events.unverifiedRemoved(removed.length);
  });
  jobs.repeat('send letters', MAIL_LOOK_MS, mail.sendDue);
  jobs.repeat('sweep letters', OUTBOX_SWEEP_MS, mail.sweep);
  let seenVersion = store.changes.version();
  jobs.repeat('see what administrators did', MODERATION_LOOK_MS, async () => {
    const version = store.changes.version();
    if (version === seenVersion) return;
    await servers.reloadModeration();
    seenVersion = version;
  });
}
