// The sentences of this module in the current language.

import { translate } from '../../platform/messages/translation.ts';
import * as de from './administration.de.ts';
import * as en from './administration.en.ts';

export const { adminMessages, administrationAuditSentences } = translate({ en, de });
