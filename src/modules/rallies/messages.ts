// The sentences of this module in the current language.

import { translate } from '../../platform/messages/translation.ts';
import * as de from './rallies.de.ts';
import * as en from './rallies.en.ts';

export const { rallyFailures } = translate({ en, de });
