// The sentences of this module in the current language.

import { translate } from '../../platform/messages/translation.ts';
import * as de from './webhooks.de.ts';
import * as en from './webhooks.en.ts';

export const { webhookMessages, webhookFailures, webhooksAuditSentences } = translate({ en, de });
