// What many modules say to people, in the language of the moment.

import * as failuresDe from './failures.de.ts';
import * as failuresEn from './failures.en.ts';
import * as findingsDe from './findings.de.ts';
import * as findingsEn from './findings.en.ts';
import * as formatsDe from './formats.de.ts';
import * as formatsEn from './formats.en.ts';
import * as labelsDe from './labels.de.ts';
import * as labelsEn from './labels.en.ts';
import * as pagesDe from './pages.de.ts';
import * as pagesEn from './pages.en.ts';
import * as staffDe from './staff.de.ts';
import * as staffEn from './staff.en.ts';
import { translate } from './translation.ts';

export const inputFailures = translate({
  en: failuresEn.inputFailures,
  de: failuresDe.inputFailures,
});
export const formMessages = translate({ en: failuresEn.formMessages, de: failuresDe.formMessages });
export const serverFailures = translate({
  en: failuresEn.serverFailures,
  de: failuresDe.serverFailures,
});
export const formats = translate({ en: formatsEn, de: formatsDe });
export const labels = translate({ en: labelsEn.labels, de: labelsDe.labels });
export const messages = translate({ en: pagesEn.messages, de: pagesDe.messages });
export const staffMessages = translate({ en: staffEn.staffMessages, de: staffDe.staffMessages });
export const staffFormMessages = translate({
  en: staffEn.staffFormMessages,
  de: staffDe.staffFormMessages,
});
export const doctorFindings = translate({
  en: findingsEn.doctorFindings,
  de: findingsDe.doctorFindings,
});
export const settingWarnings = translate({
  en: findingsEn.settingWarnings,
  de: findingsDe.settingWarnings,
});
export const fileFailures = translate({
  en: findingsEn.fileFailures,
  de: findingsDe.fileFailures,
});
