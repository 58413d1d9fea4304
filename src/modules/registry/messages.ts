// The sentences of this module, in the language of the moment.

import { translate } from '../../platform/messages/translation.ts';
import * as de from './server.de.ts';
import * as en from './server.en.ts';

export const serverMessages = translate({ en: en.serverMessages, de: de.serverMessages });
export const goneMessages = translate({ en: en.goneMessages, de: de.goneMessages });
export const bannedMessages = translate({ en: en.bannedMessages, de: de.bannedMessages });
export const registryFailures = translate({ en: en.registryFailures, de: de.registryFailures });
