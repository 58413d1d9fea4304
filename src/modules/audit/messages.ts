// The sentences of this module in the current language.

import { translate } from '../../platform/messages/translation.ts';
import * as de from './audit.de.ts';
import * as en from './audit.en.ts';

export const { auditMessages } = translate({ en, de });
