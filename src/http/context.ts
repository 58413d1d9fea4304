// What every route needs, made once by the composition root.

import type { Accounts } from '../accounts/accounts.ts';
import type { AccountAdministration } from '../accounts/administration/administration.ts';
import type { Actor, AuditReader } from '../accounts/audit.ts';
import type { Registration } from '../accounts/registration/registration.ts';
import type { Examination } from '../lib/finding.ts';
import type { Readiness } from '../lib/readiness.ts';
import type { Timers } from '../lib/timers.ts';
import type { ServerModeration } from '../servers/moderation/moderation.ts';
import type { Servers } from '../servers/servers.ts';
import type { SiteModule } from '../site/site.ts';
import type { ListedOutboxEntry } from '../views/admin/mail-page.tsx';
import type { Incoming } from './listener.ts';
import type { RenderMetrics } from './monitoring.ts';
import type { Traffic } from './traffic.ts';
import type { WebClient } from './web-client.ts';

export interface HttpContext {
  /** Without a slash at the end. */
  baseUrl: string;
  /** What the site is called and looks like. */
  site: SiteModule;
  servers: Servers;
  /** What moderators do; it takes effect at once. */
  moderation: ServerModeration;
  audit: AuditReader;
  accounts: Accounts;
  registration: Registration;
  administration: AccountAdministration;
  /** Whether the pages of administration open only to those with a second factor. */
  isStaffTwoFactorRequired: boolean;
  mail: EmailAdmin;
  timers: Timers;
  readiness: Pick<Readiness, 'probe' | 'read'>;
  metrics: HttpMetrics;
  traffic: Traffic;
  webClient: WebClient;
  /** Whether browsers reach game servers through this service. */
  isRelayOn: boolean;
  /** Where players get the launcher; `undefined` where the operator names no place. */
  readonly launcherUrl: string | undefined;
  /** Whether the statistics show how many accounts were registered. */
  readonly areRegistrationsShown: boolean;
  /** The client's address, seen through trusted proxies: dotted IPv4 or shortest IPv6. */
  addressOf(request: Incoming): string;
  /**
   * The proxy for which a request has to be refused, since none is trusted: all clients behind it have its
   * address, and would count as one. The operator is notified. `undefined` for nearly all requests.
   */
  refuseProxy(request: Incoming): string | undefined;
  /** Runs the checks of `muster doctor`; `undefined` where nothing can. Throws `conflict` when they do not end. */
  examine: (() => Promise<Examination>) | undefined;
  events: HttpEvents;
}

export interface EmailAdmin {
  readonly isOn: boolean;
  /** Everything that waits or failed, oldest first. */
  listOutbox(): Promise<readonly ListedOutboxEntry[]>;
  /** Makes an email due now. Throws `not_found`. */
  retryEmail(actor: Actor, id: number, reason: string): Promise<void>;
  /** Makes every failed email due now; returns how many there were. */
  retryFailedEmails(actor: Actor, reason: string): Promise<number>;
  /** Removes an email unsent. Throws `not_found`. */
  dropFromOutbox(actor: Actor, id: number, reason: string): Promise<void>;
  /** Puts a test email into the outbox: no request waits for a mail server. */
  queueTest(to: string, accountName: string): Promise<void>;
}

/** What the service counts, and who may read it. */
export interface HttpMetrics {
  render: RenderMetrics;
  mayRead(request: Incoming): boolean;
}

/** A request that was answered with a status from 500 on. */
export interface FailedRequest {
  /** What the answer's header calls it. */
  requestId: string;
  method: string;
  /** Without what may be secret. */
  path: string;
  status: number;
  /** What was thrown, or says why nothing was done. */
  error: unknown;
  /** Nothing failed: the service starts or stops, or a check of /readyz is why. */
  cause?: 'closed' | 'not_ready' | undefined;
}

export interface HttpEvents {
  heartbeatRefused(ip: string, complaints: readonly string[]): void;
  loggedIn(accountName: string): void;
  loggedOut(accountName: string): void;
  loginFailed(reason: string, address: string): void;
  /** The login was refused without being checked. */
  loginRefused(outcome: 'stopped' | 'busy', address: string): void;
  registered(accountName: string): void;
  registrationRefused(fields: readonly string[], address: string): void;
  firstAdministratorMade(accountName: string): void;
  /** Little is left of a budget that all networks share; called once an hour for each. */
  budgetScarce(what: string): void;
  /** `change` is a word or two for the log. */
  accountChanged(change: string, accountName: string): void;
  accountDeleted(): void;
  /** A part of a page is missing from it. */
  partFailed(part: string, error: unknown): void;
  /** A client closed its connection before its request was read. */
  clientGone(): void;
  /** A request was refused that came through a proxy which is not trusted. */
  proxyRefused(proxy: string): void;
}
