// The sentences of this module in the current language.

import { translate } from '../../platform/messages/translation.ts';
import * as de from './appeals.de.ts';
import * as en from './appeals.en.ts';

export const { appealMessages, appealAdminMessages, appealAuditSentences, appealFailures } =
  translate({ en, de });
