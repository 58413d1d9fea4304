// The sentences of this module in the current language.

import { translate } from '../../platform/messages/translation.ts';
import * as de from './shared-devices.de.ts';
import * as en from './shared-devices.en.ts';

export const { sharedDeviceMessages } = translate({ en, de });
