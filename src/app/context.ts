// The context of every route. The composition root makes it once.

import type { createPlayers } from '../modules/account/account.ts';
import type { Account } from '../modules/account/index.ts';
import type { AccountAdministration } from '../modules/administration/administration.ts';
import type { AuditReader } from '../modules/audit/audit.ts';
import type { EmailAdmin } from '../modules/email/index.ts';
import type { CardFacts } from '../modules/embed/card.ts';
import type { openLogin } from '../modules/login/open.ts';
import type { ServerModeration } from '../modules/moderation/moderation.ts';
import type { openProfile } from '../modules/profile/open.ts';
import type { openRegistration } from '../modules/registration/open.ts';
import type { createAccountSweep } from '../modules/registration/unverified-accounts.ts';
import type { SiteModule } from '../modules/site/site.ts';
import type { SecuritySettings } from '../modules/two-factor/security-settings.ts';
import type { WebClient } from '../modules/web-client/web-client-ports.ts';
import type { TrustedClientPorts } from '../platform/http/address-limit.ts';
import type { Incoming } from '../platform/http/listener.ts';
import type { RenderMetrics, Traffic } from '../platform/http/monitoring.ts';
import type { PagePorts } from '../platform/http/page.ts';
import type { Clock } from '../platform/lib/clock.ts';
import type { Examination } from '../platform/lib/finding.ts';
import type { Timers } from '../platform/lib/timers.ts';
import type { PageParts } from '../platform/module/description.ts';
import type { Readiness } from '../platform/ops/readiness.ts';
import type { Report } from './events.ts';
import type { Servers } from './servers.ts';

export interface HttpContext extends PagePorts<Account>, TrustedClientPorts {
  report: Report;
  site: SiteModule;
  servers: Servers;
  moderation: ServerModeration;
  audit: AuditReader;
  players: ReturnType<typeof createPlayers>;
  login: ReturnType<typeof openLogin>;
  security: SecuritySettings;
  hasTwoFactor(accountId: number): Promise<boolean>;
  profile: ReturnType<typeof openProfile>;
  registration: ReturnType<typeof openRegistration> & ReturnType<typeof createAccountSweep>;
  administration: AccountAdministration;
  /** A reload may change these, so routes read them when they need them and never keep them. */
  readonly settings: { readonly areRegistrationsShown: boolean };
  mail: EmailAdmin;
  /** The URL of a skin without the name of its player, which comes last; `undefined` without skins. */
  skinUrl: string | undefined;
  timers: Timers;
  /** What the optional modules add; empty until `loadParts` has loaded it. */
  parts: PageParts;
  loadParts(context: HttpContext, clock: Clock): Promise<void>;
  readiness: Pick<Readiness, 'probe' | 'read'>;
  metrics: { render: RenderMetrics; mayRead(request: Incoming): boolean };
  traffic: Traffic;
  webClient: WebClient;
  isRelayOn: boolean;
  /** Runs the checks of `muster doctor`; `undefined` if they cannot run. Throws `conflict` if they do not end. */
  examine: (() => Promise<Examination>) | undefined;
  /** Draws the PNG of a preview, one at a time. Throws when drawing fails. */
  drawCard(facts: CardFacts): Promise<Uint8Array<ArrayBuffer>>;
}
