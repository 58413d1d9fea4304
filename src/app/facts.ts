// The facts of every module, and the tables joined from them.

import { account } from '../modules/account/module.ts';
import { administration } from '../modules/administration/module.ts';
import { createAuditWords } from '../modules/audit/audit-words.ts';
import { backups } from '../modules/backups/module.ts';
import { claims } from '../modules/claims/module.ts';
import { email } from '../modules/email/module.ts';
import { heartbeat } from '../modules/heartbeat/module.ts';
import { login } from '../modules/login/module.ts';
import { mirrors } from '../modules/mirrors/module.ts';
import { moderation } from '../modules/moderation/module.ts';
import { profile } from '../modules/profile/module.ts';
import { rallies } from '../modules/rallies/module.ts';
import { registration } from '../modules/registration/module.ts';
import { registry } from '../modules/registry/module.ts';
import { relay } from '../modules/relay/module.ts';
import { returnAlerts } from '../modules/return-alerts/module.ts';
import { site } from '../modules/site/module.ts';
import { twoFactor } from '../modules/two-factor/module.ts';
import { webClient } from '../modules/web-client/module.ts';
import { webhooks } from '../modules/webhooks/module.ts';
import type { EmailTable } from '../platform/messages/email-kind.ts';
import type { ModuleFacts } from '../platform/module/description.ts';
import * as optional from './optional-modules.ts';

/** People see lists in this order. */
export const FACTS = [
  moderation,
  administration,
  registration,
  site,
  email,
  webhooks,
  backups,
  account,
  profile,
  ...Object.values(optional),
  twoFactor,
  login,
  returnAlerts,
  rallies,
  claims,
  registry,
  heartbeat,
  mirrors,
  relay,
  webClient,
];

const facts: readonly ModuleFacts[] = FACTS;

/** The links that modules add beside the pages of an account, in the order of the list. */
export const accountLinks = facts.flatMap((each) => each.accountLinks ?? []);

/** What one module offers; `undefined` without this module. */
export const playerPath = facts.find((each) => each.playerPath)?.playerPath;
export const facePath = facts.find((each) => each.facePath)?.facePath;
export const skinFolder = facts.find((each) => each.skinFolder)?.skinFolder;

export const emailKinds: EmailTable = Object.assign(
  Object.create(null),
  ...facts.map(({ emails }) => emails),
);

/** Each label is read in the reader's language at that moment. */
const emailLabels: Readonly<Record<string, string>> = Object.defineProperties(
  {},
  Object.fromEntries(
    Object.entries(emailKinds).map(([kind, { say }]) => [kind, { get: () => say.label }]),
  ),
);

export const auditWords = createAuditWords(
  facts.flatMap(({ audit = [] }) => audit),
  { email: emailLabels },
);
