// Sentences that many modules share, in the language of the moment.

import * as failuresDe from './failures.de.ts';
import * as failuresEn from './failures.en.ts';
import * as formatsDe from './formats.de.ts';
import * as formatsEn from './formats.en.ts';
import * as labelsDe from './labels.de.ts';
import * as labelsEn from './labels.en.ts';
import * as pagesDe from './pages.de.ts';
import * as pagesEn from './pages.en.ts';
import * as staffDe from './staff.de.ts';
import * as staffEn from './staff.en.ts';
import * as storageDe from './storage.de.ts';
import * as storageEn from './storage.en.ts';
import { translate } from './translation.ts';

export const { inputFailures, formMessages, serverFailures } = translate({
  en: failuresEn,
  de: failuresDe,
});
export const { labels } = translate({ en: labelsEn, de: labelsDe });
export const { messages } = translate({ en: pagesEn, de: pagesDe });
export const { staffMessages, staffFormMessages } = translate({ en: staffEn, de: staffDe });
export const { databaseFindings, fileFailures } = translate({ en: storageEn, de: storageDe });
export const formats = translate({ en: formatsEn, de: formatsDe });
