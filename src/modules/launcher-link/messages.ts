// The sentences of this module in the current language.

import { translate } from '../../platform/messages/translation.ts';
import * as de from './launcher-link.de.ts';
import * as en from './launcher-link.en.ts';

export const { linkMessages, linkFailures } = translate({ en, de });
