// The tables of every module, for one engine.

import { accountTables } from '../modules/account/account-tables.ts';
import { apiKeyTables } from '../modules/api-keys/api-key-tables.ts';
import { appealTables } from '../modules/appeals/appeal-tables.ts';
import { auditTables } from '../modules/audit/audit-tables.ts';
import { claimTables } from '../modules/claims/claim-tables.ts';
import { outboxTables } from '../modules/email/outbox-tables.ts';
import { favouriteTables } from '../modules/favourites/favourite-tables.ts';
import { historyTables } from '../modules/history/history-tables.ts';
import { visitTables } from '../modules/list/visit-tables.ts';
import { managerTables } from '../modules/managers/manager-tables.ts';
import { moderationTables } from '../modules/moderation/moderation-tables.ts';
import { ownListTables } from '../modules/own-list/own-list-tables.ts';
import { passkeyTables } from '../modules/passkeys/passkey-tables.ts';
import { playerPageTables } from '../modules/player-page/player-page-tables.ts';
import { rallyTables } from '../modules/rallies/rally-tables.ts';
import { registrationTables } from '../modules/registration/registration-tables.ts';
import { serverTables } from '../modules/registry/server-tables.ts';
import { returnAlertTables } from '../modules/return-alerts/return-alert-tables.ts';
import { sessionTables } from '../modules/sessions/session-tables.ts';
import { siteTables } from '../modules/site/site-tables.ts';
import { skinTables } from '../modules/skins/skin-tables.ts';
import { staffNoteTables } from '../modules/staff-notes/staff-note-tables.ts';
import { securityTables } from '../modules/two-factor/security-tables.ts';
import { warningTables } from '../modules/warnings/warning-tables.ts';
import { webhookTables } from '../modules/webhooks/webhook-tables.ts';
import { clockTables } from '../platform/store/clock-tables.ts';
import type { TableKit } from '../platform/store/table-kit.ts';

export function createTables(kit: TableKit) {
  const account = accountTables(kit);
  const history = historyTables(kit);
  const claims = claimTables(kit, account);
  const security = securityTables(kit, account);
  return {
    ...clockTables(kit),
    ...account,
    ...apiKeyTables(kit, account),
    ...appealTables(kit, account),
    ...auditTables(kit),
    ...claims,
    ...outboxTables(kit, account),
    ...favouriteTables(kit, account),
    ...history,
    ...visitTables(kit, account, history),
    ...managerTables(kit, account, claims),
    ...moderationTables(kit, account),
    ...ownListTables(kit, account),
    ...passkeyTables(kit, security),
    ...playerPageTables(kit, account),
    ...rallyTables(kit, account),
    ...registrationTables(kit),
    ...serverTables(kit),
    ...returnAlertTables(kit, account, history),
    ...sessionTables(kit, account),
    ...siteTables(kit),
    ...skinTables(kit, account),
    ...staffNoteTables(kit, account),
    ...security,
    ...warningTables(kit, account),
    ...webhookTables(kit, account, claims),
  };
}

type AllTables = ReturnType<typeof createTables>;

declare module '../platform/store/engine.ts' {
  interface Tables extends AllTables {}
}
