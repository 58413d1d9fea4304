// The sentences of this module, in the language of the moment.

import { translate } from '../../platform/messages/translation.ts';
import * as de from './webhooks.de.ts';
import * as en from './webhooks.en.ts';

export const webhookMessages = translate({ en: en.webhookMessages, de: de.webhookMessages });
export const webhookFailures = translate({ en: en.webhookFailures, de: de.webhookFailures });
export const webhooksAuditSentences = translate({
  en: en.webhooksAuditSentences,
  de: de.webhooksAuditSentences,
});
