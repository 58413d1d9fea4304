// The sentences of this module in the current language.

import { translate } from '../../platform/messages/translation.ts';
import * as doctorDe from './doctor.de.ts';
import * as doctorEn from './doctor.en.ts';

export const { doctorMessages } = translate({ en: doctorEn, de: doctorDe });
