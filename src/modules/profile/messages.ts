// The sentences of this module in the current language.

import { translate } from '../../platform/messages/translation.ts';
import * as de from './account.de.ts';
import * as en from './account.en.ts';

export const { accountMessages, recoveryFailures } = translate({ en, de });
