// The sentences of this module in the current language.

import { translate } from '../../platform/messages/translation.ts';
import * as de from './managers.de.ts';
import * as en from './managers.en.ts';

export const { managerMessages, managerAuditSentences, managerFailures } = translate({ en, de });
