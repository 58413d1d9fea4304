// The sentences of this module in the current language.

import { translate } from '../../platform/messages/translation.ts';
import * as de from './warnings.de.ts';
import * as en from './warnings.en.ts';

export const { warningMessages, warningAdminMessages, warningAuditSentences, warningFailures } =
  translate({ en, de });
