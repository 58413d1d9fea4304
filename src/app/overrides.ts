// The parts of the service that a caller can replace: tests do, and so do the installation checks of the command line.

import type { Transport } from '../modules/email/outbox.ts';
import type { WebClient } from '../modules/web-client/web-client-ports.ts';
import type { openListener } from '../platform/http/listener.ts';
import type { QueueBounds } from '../platform/lib/bounded-queue.ts';
import type { Clock } from '../platform/lib/clock.ts';
import type { Examination } from '../platform/lib/finding.ts';
import type { PostWebhook } from '../platform/lib/outgoing-request.ts';
import type { PasswordHasher } from '../platform/lib/password-hashing.ts';
import type { Timers } from '../platform/lib/timers.ts';
import type { CountryLookup } from '../platform/net/country.ts';
import type { PortProbe } from '../platform/net/port-probe.ts';
import type { Jobs } from '../platform/ops/jobs.ts';
import type { HttpContext } from './context.ts';
import type { Report } from './events.ts';
import type { Store } from './open-stores.ts';
import type { ServersOptions } from './servers.ts';

export interface ServiceOverrides {
  /** Tells the time everywhere. `awake`, if given, replaces the clock that never steps. */
  clock?: Clock & { awake?(): number };
  timers?: Timers;
  /** Runs the jobs of all modules, or leaves running them to the test. */
  jobs?: Jobs;
  /** Replaces the data folder, which then stays untouched. The service disposes the store. */
  store?: Store;
  transport?: Transport;
  probe?: PortProbe;
  postWebhook?: PostWebhook;
  countries?: CountryLookup;
  compress?: ServersOptions['compress'];
  passwords?: PasswordHasher;
  hashing?: QueueBounds;
  webClient?: WebClient;
  /** Runs the checks of `muster doctor` in their own process: reading the whole database would block this one. */
  examine?: () => Promise<Examination>;
  /** Starts listening. Without a socket, it passes a test's requests straight to the handlers. */
  openListener?: typeof openListener;
  /** Gets the events of all modules. The parts of `app` report their own events. */
  report?: Report;
  /** Changes the context of the routes, for example to make one part fail. */
  alterContext?(context: HttpContext): HttpContext;
}
