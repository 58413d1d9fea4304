// The sentences of this module in the current language.

import { translate } from '../../platform/messages/translation.ts';
import * as de from './security.de.ts';
import * as en from './security.en.ts';

export const { securityMessages, twoFactorFailures } = translate({ en, de });
