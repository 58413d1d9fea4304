// The sentences of this module in the current language.

import { translate } from '../../platform/messages/translation.ts';
import * as de from './list.de.ts';
import * as en from './list.en.ts';

export const { listMessages, emptyListMessages, rankingMessages } = translate({ en, de });
