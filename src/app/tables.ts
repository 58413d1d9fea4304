// The tables of every module, for one engine.

import { accountTables } from '../modules/account/account-tables.ts';
import { auditTables } from '../modules/audit/audit-tables.ts';
import { claimTables } from '../modules/claims/claim-tables.ts';
import { outboxTables } from '../modules/email/outbox-tables.ts';
import { favouriteTables } from '../modules/favourites/favourite-tables.ts';
import { historyTables } from '../modules/history/history-tables.ts';
import { visitTables } from '../modules/list/visit-tables.ts';
import { moderationTables } from '../modules/moderation/moderation-tables.ts';
import { rallyTables } from '../modules/rallies/rally-tables.ts';
import { registrationTables } from '../modules/registration/registration-tables.ts';
import { serverTables } from '../modules/registry/server-tables.ts';
import { returnAlertTables } from '../modules/return-alerts/return-alert-tables.ts';
import { sessionTables } from '../modules/sessions/session-tables.ts';
import { siteTables } from '../modules/site/site-tables.ts';
import { securityTables } from '../modules/two-factor/security-tables.ts';
import { webhookTables } from '../modules/webhooks/webhook-tables.ts';
import type { Joined, OptionalModule } from '../platform/module/description.ts';
import { clockTables } from '../platform/store/clock-tables.ts';
import type { TableKit } from '../platform/store/table-kit.ts';
import * as optional from './optional-modules.ts';

export function createTables(kit: TableKit) {
  const lower = createLowerTables(kit);
  return { ...lower, ...createOptionalTables(kit, lower) };
}

type LowerTables = ReturnType<typeof createLowerTables>;

function createOptionalTables(
  kit: TableKit,
  lower: LowerTables,
): Joined<typeof optional, 'createTables'> {
  const modules: readonly OptionalModule<never, never, LowerTables>[] = Object.values(optional);
  return Object.assign({}, ...modules.map(({ createTables }) => createTables?.(kit, lower)));
}

function createLowerTables(kit: TableKit) {
  const account = accountTables(kit);
  const history = historyTables(kit);
  const claims = claimTables(kit, account);
  const security = securityTables(kit, account);
  return {
    ...clockTables(kit),
    ...account,
    ...auditTables(kit),
    ...claims,
    ...outboxTables(kit, account),
    ...favouriteTables(kit, account),
    ...history,
    ...visitTables(kit, account, history),
    ...moderationTables(kit, account),
    ...rallyTables(kit, account),
    ...registrationTables(kit),
    ...serverTables(kit),
    ...returnAlertTables(kit, account, history),
    ...sessionTables(kit, account),
    ...siteTables(kit),
    ...security,
    ...webhookTables(kit, account, claims),
  };
}

type AllTables = ReturnType<typeof createTables>;

declare module '../platform/store/engine.ts' {
  interface Tables extends AllTables {}
}
