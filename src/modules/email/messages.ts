// The sentences of this module, in the language of the moment.

import { translate } from '../../platform/messages/translation.ts';
import * as emailDe from './email.de.ts';
import * as emailEn from './email.en.ts';
import * as emailAdminDe from './email-admin.de.ts';
import * as emailAdminEn from './email-admin.en.ts';

export const emailAdminMessages = translate({
  en: emailAdminEn.emailAdminMessages,
  de: emailAdminDe.emailAdminMessages,
});
export const emailMessages = translate({ en: emailEn.emailMessages, de: emailDe.emailMessages });
export const emailAuditSentences = translate({
  en: emailAdminEn.emailAuditSentences,
  de: emailAdminDe.emailAuditSentences,
});
export const emailAuditSubjects = translate({
  en: emailAdminEn.emailAuditSubjects,
  de: emailAdminDe.emailAuditSubjects,
});
