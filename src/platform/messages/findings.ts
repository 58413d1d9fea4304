// What the checks of an installation find, in the language of the moment; apart, since the thread that writes needs none.

import * as findingsDe from './findings.de.ts';
import * as findingsEn from './findings.en.ts';
import { translate } from './translation.ts';

/** Where a check finds that a file cannot be read. */
export { fileFailures } from './messages.ts';

export const { doctorFindings, settingWarnings } = translate({ en: findingsEn, de: findingsDe });
