// The sentences of this module in the current language.

import { translate } from '../../platform/messages/translation.ts';
import * as de from './skins.de.ts';
import * as en from './skins.en.ts';

export const { skinMessages, skinAdminMessages, skinAuditSentences, skinFailures } = translate({
  en,
  de,
});
