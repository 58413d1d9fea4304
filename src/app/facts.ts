// The facts of every module, and what is joined from them.

import { administration } from '../modules/administration/module.ts';
import { createAuditWords } from '../modules/audit/audit-words.ts';
import { audit } from '../modules/audit/module.ts';
import { backups } from '../modules/backups/module.ts';
import { describeDoctor } from '../modules/doctor/module.ts';
import { email } from '../modules/email/module.ts';
import { moderation } from '../modules/moderation/module.ts';
import { registration } from '../modules/registration/module.ts';
import { setup } from '../modules/setup/module.ts';
import { site } from '../modules/site/module.ts';
import { webhooks } from '../modules/webhooks/module.ts';
import type { ModuleFacts } from '../platform/module/description.ts';

/** The order counts: lists that people see have it. */
export const FACTS = [
  moderation,
  administration,
  registration,
  site,
  email,
  webhooks,
  audit,
  backups,
  describeDoctor({
    countMirrored: async (url) =>
      (await import('../modules/mirrors/mirror-list.ts')).countMirrored(url),
  }),
  setup,
];

const facts: readonly ModuleFacts[] = FACTS;

export const auditWords = createAuditWords(facts.flatMap(({ audit = [] }) => audit));
