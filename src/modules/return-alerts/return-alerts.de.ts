// Every refusal of the alerts about servers that return.

import type { Translation } from '../../platform/messages/translation.ts';
import type * as english from './return-alerts.en.ts';

export const alertFailures: Translation<typeof english.alertFailures> = {
  tooManyAlerts: (most) =>
    `Du wartest schon auf ${most} Server. Wähle zuerst bei einem davon „Nicht mehr warten“.`,
};
