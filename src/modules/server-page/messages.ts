// The sentences of this module in the current language.

import { translate } from '../../platform/messages/translation.ts';
import * as de from './share.de.ts';
import * as en from './share.en.ts';

export const { shareMessages } = translate({ en, de });
