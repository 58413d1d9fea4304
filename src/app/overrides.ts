// What is put in the place of a part of the service: by tests, and the checks of the installation by the command line.

import type { Transport } from '../modules/email/outbox.ts';
import type { WebClient } from '../modules/web-client/web-client-ports.ts';
import type { openListener } from '../platform/http/listener.ts';
import type { QueueBounds } from '../platform/lib/bounded-queue.ts';
import type { Clock } from '../platform/lib/clock.ts';
import type { Examination } from '../platform/lib/finding.ts';
import type { PasswordHasher } from '../platform/lib/password-hash.ts';
import type { Timers } from '../platform/lib/timers.ts';
import type { CountryLookup } from '../platform/net/country.ts';
import type { PostWebhook } from '../platform/net/outgoing-post.ts';
import type { PortProbe } from '../platform/net/port-probe.ts';
import type { Jobs } from '../platform/ops/jobs.ts';
import type { HttpContext } from './context.ts';
import type { Report } from './events.ts';
import type { Store } from './open-stores.ts';
import type { ServersOptions } from './servers.ts';

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
