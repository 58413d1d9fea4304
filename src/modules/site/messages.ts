// The sentences of this module in the current language.

import { translate } from '../../platform/messages/translation.ts';
import * as siteDe from './site.de.ts';
import * as siteEn from './site.en.ts';
import * as siteAdminDe from './site-admin.de.ts';
import * as siteAdminEn from './site-admin.en.ts';

export const { siteAdminMessages, siteAuditSentences, siteAuditSubjects, siteAdminDone } =
  translate({ en: siteAdminEn, de: siteAdminDe });
export const { siteMessages, siteFailures } = translate({ en: siteEn, de: siteDe });
