// What is put in the place of a part of the service: by tests, and the checks of the installation by the command line.

import type { PasswordHasher } from '../accounts/ports.ts';
import type { Transport } from '../email/ports.ts';
import type { HttpContext } from '../http/context.ts';
import type { openListener } from '../http/listener.ts';
import type { WebClient } from '../http/web-client.ts';
import type { QueueBounds } from '../lib/bounded-queue.ts';
import type { Clock } from '../lib/clock.ts';
import type { Report } from '../lib/events.ts';
import type { Examination } from '../lib/finding.ts';
import type { Timers } from '../lib/timers.ts';
import type { Jobs } from '../ops/jobs.ts';
import type { CountryLookup, PortProbe } from '../servers/ports.ts';
import type { ServersOptions } from '../servers/servers.ts';
import type { PostWebhook } from '../servers/webhooks/ports.ts';
import type { Store } from '../store/store.ts';

export interface ServiceOverrides {
  /** Shows the time everywhere. Where a clock that never steps is used otherwise, `awake` does, if it is given. */
  clock?: Clock & { awake?(): number };
  timers?: Timers;
  /** Runs the jobs of all modules, or leaves them to the test. */
  jobs?: Jobs;
  /** In place of the data folder, which is not touched then. The service disposes it. */
  store?: Store;
  transport?: Transport;
  probe?: PortProbe;
  postWebhook?: PostWebhook;
  countries?: CountryLookup;
  compress?: ServersOptions['compress'];
  passwords?: PasswordHasher;
  hashing?: QueueBounds;
  webClient?: WebClient;
  /** The checks of `muster doctor`, in a process of their own: reading the whole database would stop this one. */
  examine?: () => Promise<Examination>;
  /** Listens; without a socket it passes a test's requests straight to the handlers. */
  openListener?: typeof openListener;
  /** What modules report; the parts of `app` report for themselves. */
  report?: Report;
  /** Changes what routes work with, such as a part that fails. */
  alterContext?(context: HttpContext): HttpContext;
}
