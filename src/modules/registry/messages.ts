// The sentences of this module in the current language.

import { translate } from '../../platform/messages/translation.ts';
import * as de from './server.de.ts';
import * as en from './server.en.ts';

export const { serverMessages, goneMessages, bannedMessages, registryFailures } = translate({
  en,
  de,
});
