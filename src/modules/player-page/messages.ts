// The sentences of this module in the current language.

import { translate } from '../../platform/messages/translation.ts';
import * as de from './player-page.de.ts';
import * as en from './player-page.en.ts';

export const { playerMessages } = translate({ en, de });
