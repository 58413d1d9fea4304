// The sentences of this module in the current language.

import { translate } from '../../platform/messages/translation.ts';
import * as de from './overview.de.ts';
import * as en from './overview.en.ts';

export const { overviewMessages } = translate({ en, de });
