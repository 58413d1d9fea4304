// The sentences of this module in the current language.

import { translate } from '../../platform/messages/translation.ts';
import * as de from './openid-login.de.ts';
import * as en from './openid-login.en.ts';

export const { openIdMessages, openIdFailures, openIdFindings } = translate({ en, de });
