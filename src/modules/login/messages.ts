// The sentences of this module in the current language.

import { translate } from '../../platform/messages/translation.ts';
import * as de from './login.de.ts';
import * as en from './login.en.ts';

export const { loginMessages } = translate({ en, de });
