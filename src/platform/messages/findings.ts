// The findings of installation checks, in the language of the moment. They have their own file because the writer
// thread does not need them.

import * as findingsDe from './findings.de.ts';
import * as findingsEn from './findings.en.ts';
import { translate } from './translation.ts';

export { fileFailures } from './messages.ts';

export const { doctorFindings, settingWarnings } = translate({ en: findingsEn, de: findingsDe });
