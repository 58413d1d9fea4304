// What every route needs, made once by the composition root.

import type { AccountAdministration } from '../modules/administration/administration.ts';
import type { AuditReader } from '../modules/audit/audit.ts';
import type { EmailAdmin } from '../modules/email/index.ts';
import type { CardFacts } from '../modules/embed/card.ts';
import type { ServerModeration } from '../modules/moderation/moderation.ts';
import type { Registration } from '../modules/registration/registration.ts';
import type { SiteModule } from '../modules/site/site.ts';
import type { WebClient } from '../modules/web-client/web-client-ports.ts';
import type { AnswerOnce } from '../platform/http/form-repeats.ts';
import type { Incoming } from '../platform/http/listener.ts';
import type { RenderMetrics, Traffic } from '../platform/http/monitoring.ts';
import type { Clock } from '../platform/lib/clock.ts';
import type { Timers } from '../platform/lib/timers.ts';
import type { Report } from '../platform/ops/events.ts';
import type { Examination } from '../platform/ops/finding.ts';
import type { Readiness } from '../platform/ops/readiness.ts';
import type { Accounts } from './accounts.ts';
import type { Servers } from './servers.ts';

export interface HttpContext {
  /** Without a slash at the end. */
  baseUrl: string;
  site: SiteModule;
  servers: Servers;
  moderation: ServerModeration;
  audit: AuditReader;
  accounts: Accounts;
  registration: Registration;
  administration: AccountAdministration;
  /** What a reload may change: read when it is needed, never kept. */
  readonly settings: {
    readonly isStaffTwoFactorRequired: boolean;
    readonly areRegistrationsShown: boolean;
  };
  mail: EmailAdmin;
  clock: Clock;
  timers: Timers;
  answerOnce: AnswerOnce;
  readiness: Pick<Readiness, 'probe' | 'read'>;
  metrics: { render: RenderMetrics; mayRead(request: Incoming): boolean };
  traffic: Traffic;
  webClient: WebClient;
  isRelayOn: boolean;
  /** The client's address, seen through trusted proxies: dotted IPv4 or shortest IPv6. */
  addressOf(request: Incoming): string;
  /**
   * The proxy for which a request has to be refused, since none is trusted: all clients behind it have its
   * address, and would count as one. The operator is notified. `undefined` for nearly all requests.
   */
  refuseProxy(request: Incoming): string | undefined;
  /** Runs the checks of `muster doctor`; `undefined` where nothing can. Throws `conflict` when they do not end. */
  examine: (() => Promise<Examination>) | undefined;
  report: Report;
  /** The PNG of a preview, one at a time; throws where it cannot be drawn. */
  drawCard(facts: CardFacts): Promise<Uint8Array<ArrayBuffer>>;
}
