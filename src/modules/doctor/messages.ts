// The sentences of this module, in the language of the moment.

import { translate } from '../../platform/messages/translation.ts';
import * as doctorDe from './doctor.de.ts';
import * as doctorEn from './doctor.en.ts';
import * as doctorFindingsDe from './doctor-findings.de.ts';
import * as doctorFindingsEn from './doctor-findings.en.ts';

export const doctorFindings = translate({
  en: doctorFindingsEn.doctorFindings,
  de: doctorFindingsDe.doctorFindings,
});
export const settingWarnings = translate({
  en: doctorFindingsEn.settingWarnings,
  de: doctorFindingsDe.settingWarnings,
});
export const fileFailures = translate({
  en: doctorFindingsEn.fileFailures,
  de: doctorFindingsDe.fileFailures,
});
export const doctorMessages = translate({
  en: doctorEn.doctorMessages,
  de: doctorDe.doctorMessages,
});
