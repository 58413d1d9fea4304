// The sentences of this module in the current language.

import { translate } from '../../platform/messages/translation.ts';
import * as de from './moderation.de.ts';
import * as en from './moderation.en.ts';

export const {
  serverAdminMessages,
  moderationFailures,
  reportMessages,
  moderationAuditSentences,
  serverAdminDone,
} = translate({ en, de });
