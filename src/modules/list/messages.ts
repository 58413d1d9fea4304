// The sentences of this module, in the language of the moment.

import { translate } from '../../platform/messages/translation.ts';
import * as de from './list.de.ts';
import * as en from './list.en.ts';

export const listMessages = translate({ en: en.listMessages, de: de.listMessages });
export const emptyListMessages = translate({ en: en.emptyListMessages, de: de.emptyListMessages });
export const rankingMessages = translate({ en: en.rankingMessages, de: de.rankingMessages });
