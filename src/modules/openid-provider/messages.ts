// The sentences of this module in the current language.

import { translate } from '../../platform/messages/translation.ts';
import * as de from './openid.de.ts';
import * as en from './openid.en.ts';

export const { openidMessages, openidFailures, openidAuditSentences } = translate({ en, de });
