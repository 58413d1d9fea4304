// The sentences of this module in the current language.

import { translate } from '../../platform/messages/translation.ts';
import * as de from './operators.de.ts';
import * as en from './operators.en.ts';

export const { operatorMessages, claimFailures } = translate({ en, de });
