// The sentences of this module, in the language of the moment.

import { translate } from '../../platform/messages/translation.ts';
import * as de from './administration.de.ts';
import * as en from './administration.en.ts';

export const adminMessages = translate({ en: en.adminMessages, de: de.adminMessages });
export const administrationAuditSentences = translate({
  en: en.administrationAuditSentences,
  de: de.administrationAuditSentences,
});
