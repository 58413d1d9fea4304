// The sentences of this module, in the language of the moment.

import { translate } from '../../platform/messages/translation.ts';
import * as de from './moderation.de.ts';
import * as en from './moderation.en.ts';

export const serverAdminMessages = translate({
  en: en.serverAdminMessages,
  de: de.serverAdminMessages,
});
export const moderationFailures = translate({
  en: en.moderationFailures,
  de: de.moderationFailures,
});
export const reportMessages = translate({ en: en.reportMessages, de: de.reportMessages });
export const moderationAuditSentences = translate({
  en: en.moderationAuditSentences,
  de: de.moderationAuditSentences,
});
export const serverAdminDone = translate({ en: en.serverAdminDone, de: de.serverAdminDone });
