// Every contract suite, for one engine.

import { describe } from 'bun:test';
import { describeAccountLogStore } from './account-log-store.ts';
import { describeAccountStore } from './account-store.ts';
import { describeAdministrationStore } from './administration-store.ts';
import { describeApiKeyStore } from './api-key-store.ts';
import { describeAuditLog } from './audit-log.ts';
import { describeClaimStore } from './claim-store.ts';
import { describeDeviceStore } from './device-store.ts';
import { describeDueTimes } from './due-times.ts';
import { describeFavouriteStore } from './favourite-store.ts';
import type { OpenFresh } from './fresh-stores.ts';
import { describeHeartbeatKeyStore } from './heartbeat-key-store.ts';
import { describeHistoryOfReplicas } from './history-replicas.ts';
import { describeHistoryStore } from './history-store.ts';
import { describeModerationStore } from './moderation-store.ts';
import { describeOutboxStore } from './outbox-store.ts';
import { describePasskeyStore } from './passkey-store.ts';
import { describePlayerPageStore } from './player-page-store.ts';
import { describeRallyStore } from './rally-store.ts';
import { describeRegistrationStore } from './registration-store.ts';
import { describeReportStore } from './report-store.ts';
import { describeReturnAlertStore } from './return-alert-store.ts';
import { describeSecretStore } from './secret-store.ts';
import { describeSecurityStore } from './security-store.ts';
import { describeServerStore } from './server-store.ts';
import { describeSessionStore } from './session-store.ts';
import { describeSiteStore } from './site-store.ts';
import { describeSkinStore } from './skin-store.ts';
import { describeStaffNoteStore } from './staff-note-store.ts';
import { describeTogether } from './together.ts';
import { describeVisitStore } from './visit-store.ts';
import { describeWebhookStore } from './webhook-store.ts';

/** Runs every suite on an engine. */
export function describeEveryStore(engine: string, openFresh: OpenFresh): void {
  describe(`${engine}: servers`, () => describeServerStore(openFresh));
  describe(`${engine}: history`, () => describeHistoryStore(openFresh));
  describe(`${engine}: the history of replicas`, () => describeHistoryOfReplicas(openFresh));
  describe(`${engine}: moderation`, () => describeModerationStore(openFresh));
  describe(`${engine}: changes together`, () => describeTogether(openFresh));
  describe(`${engine}: claims`, () => describeClaimStore(openFresh));
  describe(`${engine}: heartbeat keys`, () => describeHeartbeatKeyStore(openFresh));
  describe(`${engine}: reports`, () => describeReportStore(openFresh));
  describe(`${engine}: alerts of servers that are back`, () => describeReturnAlertStore(openFresh));
  describe(`${engine}: rallies`, () => describeRallyStore(openFresh));
  describe(`${engine}: favourites`, () => describeFavouriteStore(openFresh));
  describe(`${engine}: visits`, () => describeVisitStore(openFresh));
  describe(`${engine}: leaps of the clock`, () => describeDueTimes(openFresh));
  describe(`${engine}: webhooks`, () => describeWebhookStore(openFresh));
  describe(`${engine}: audit log`, () => describeAuditLog(openFresh));
  describe(`${engine}: accounts`, () => describeAccountStore(openFresh));
  describe(`${engine}: registration`, () => describeRegistrationStore(openFresh));
  describe(`${engine}: secrets`, () => describeSecretStore(openFresh));
  describe(`${engine}: administration`, () => describeAdministrationStore(openFresh));
  describe(`${engine}: sessions`, () => describeSessionStore(openFresh));
  describe(`${engine}: outbox`, () => describeOutboxStore(openFresh));
  describe(`${engine}: second factors`, () => describeSecurityStore(openFresh));
  describe(`${engine}: keys for programs`, () => describeApiKeyStore(openFresh));
  describe(`${engine}: devices`, () => describeDeviceStore(openFresh));
  describe(`${engine}: the site`, () => describeSiteStore(openFresh));
  describe(`${engine}: passkeys`, () => describePasskeyStore(openFresh));
  describe(`${engine}: skins`, () => describeSkinStore(openFresh));
  describe(`${engine}: notes of staff`, () => describeStaffNoteStore(openFresh));
  describe(`${engine}: pages of players`, () => describePlayerPageStore(openFresh));
  describe(`${engine}: logs of accounts`, () => describeAccountLogStore(openFresh));
}
