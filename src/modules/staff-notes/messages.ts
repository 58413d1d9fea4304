// The sentences of this module in the current language.

import { translate } from '../../platform/messages/translation.ts';
import * as de from './staff-notes.de.ts';
import * as en from './staff-notes.en.ts';

export const { noteMessages, noteAuditSentences, noteFailures } = translate({ en, de });
