// The sentences of this module in the current language.

import { translate } from '../../platform/messages/translation.ts';
import * as de from './statistics.de.ts';
import * as en from './statistics.en.ts';

export const { statisticsMessages } = translate({ en, de });
