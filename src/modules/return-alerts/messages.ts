// The sentences of this module in the current language.

import { translate } from '../../platform/messages/translation.ts';
import * as de from './return-alerts.de.ts';
import * as en from './return-alerts.en.ts';

export const { alertFailures } = translate({ en, de });
