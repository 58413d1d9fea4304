// The sentences of this module, in the language of the moment.

import { translate } from '../../platform/messages/translation.ts';
import * as de from './account.de.ts';
import * as en from './account.en.ts';

export const accountMessages = translate({ en: en.accountMessages, de: de.accountMessages });
export const recoveryFailures = translate({ en: en.recoveryFailures, de: de.recoveryFailures });
