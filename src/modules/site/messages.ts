// The sentences of this module, in the language of the moment.

import { translate } from '../../platform/messages/translation.ts';
import * as siteDe from './site.de.ts';
import * as siteEn from './site.en.ts';
import * as siteAdminDe from './site-admin.de.ts';
import * as siteAdminEn from './site-admin.en.ts';

export const siteAdminMessages = translate({
  en: siteAdminEn.siteAdminMessages,
  de: siteAdminDe.siteAdminMessages,
});
export const siteMessages = translate({ en: siteEn.siteMessages, de: siteDe.siteMessages });
export const siteFailures = translate({ en: siteEn.siteFailures, de: siteDe.siteFailures });
export const siteAuditSentences = translate({
  en: siteAdminEn.siteAuditSentences,
  de: siteAdminDe.siteAuditSentences,
});
export const siteAuditSubjects = translate({
  en: siteAdminEn.siteAuditSubjects,
  de: siteAdminDe.siteAuditSubjects,
});
export const siteAdminDone = translate({
  en: siteAdminEn.siteAdminDone,
  de: siteAdminDe.siteAdminDone,
});
