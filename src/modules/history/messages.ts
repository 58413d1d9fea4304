// The sentences of this module in the current language.

import { translate } from '../../platform/messages/translation.ts';
import * as de from './history.de.ts';
import * as en from './history.en.ts';

export const { historyMessages } = translate({ en, de });
