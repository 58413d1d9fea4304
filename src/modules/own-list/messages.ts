// The sentences of this module in the current language.

import { translate } from '../../platform/messages/translation.ts';
import * as de from './own-list.de.ts';
import * as en from './own-list.en.ts';

export const { ownListMessages, ownListFailures } = translate({ en, de });
