// The sentences of this module in the current language.

import { translate } from '../../platform/messages/translation.ts';
import * as de from './favourites.de.ts';
import * as en from './favourites.en.ts';

export const { favouriteMessages, favouriteFailures } = translate({ en, de });
