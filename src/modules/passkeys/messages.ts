// The sentences of this module in the current language.

import { translate } from '../../platform/messages/translation.ts';
import * as de from './passkeys.de.ts';
import * as en from './passkeys.en.ts';

export const { passkeyMessages, passkeyFailures } = translate({ en, de });
