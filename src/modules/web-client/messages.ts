// The sentences of this module in the current language.

import { translate } from '../../platform/messages/translation.ts';
import * as de from './game.de.ts';
import * as en from './game.en.ts';

export const { gameMessages } = translate({ en, de });
