// The facts of every module, and what is joined from them.

import { administration } from '../modules/administration/module.ts';
import { createAuditWords } from '../modules/audit/audit-words.ts';
import { email } from '../modules/email/module.ts';
import { moderation } from '../modules/moderation/module.ts';
import { site } from '../modules/site/module.ts';
import { webhooks } from '../modules/webhooks/module.ts';
import type { ModuleFacts } from '../platform/module/description.ts';

/** The order counts: lists that people see have it. */
const FACTS: readonly ModuleFacts[] = [moderation, administration, site, email, webhooks];

export const auditWords = createAuditWords(FACTS.flatMap(({ audit = [] }) => audit));
