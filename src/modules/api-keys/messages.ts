// The sentences of this module in the current language.

import { translate } from '../../platform/messages/translation.ts';
import * as de from './api-keys.de.ts';
import * as en from './api-keys.en.ts';

export const { keyMessages, keyFailures, keyAuditSentences } = translate({ en, de });
