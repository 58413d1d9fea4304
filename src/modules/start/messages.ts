// The sentences of this module in the current language.

import { translate } from '../../platform/messages/translation.ts';
import * as helpDe from './help.de.ts';
import * as helpEn from './help.en.ts';
import * as startDe from './start.de.ts';
import * as startEn from './start.en.ts';

export const { helpMessages } = translate({ en: helpEn, de: helpDe });
export const { startMessages } = translate({ en: startEn, de: startDe });
