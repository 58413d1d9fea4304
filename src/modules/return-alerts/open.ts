// Opens the alerts for players whose server is back.

import type { OpenModule } from '../../platform/module/description.ts';
import { createReturnAlerts, type ReturnAlerts } from './return-alerts.ts';

const SEND_EVERY_MS = 10_000;

export function openReturnAlerts(
  ports: Parameters<typeof createReturnAlerts>[0],
): OpenModule<ReturnAlerts> {
  const alerts = createReturnAlerts(ports);
  return {
    api: alerts,
    jobs: [
      {
        name: 'tell that servers are back',
        intervalMs: SEND_EVERY_MS,
        run: alerts.sendDue,
        runsOn: 'leader',
      },
    ],
  };
}
