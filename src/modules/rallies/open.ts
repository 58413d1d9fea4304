// Opens rallies, with the job that tells browsers who come together.

import type { OpenModule } from '../../platform/module/description.ts';
import { createRallies, type Rallies } from './rallies.ts';

const SEND_EVERY_MS = 1_000;

export function openRallies(ports: Parameters<typeof createRallies>[0]): OpenModule<Rallies> {
  const rallies = createRallies(ports);
  return {
    api: rallies,
    jobs: [
      {
        name: 'send notifications',
        intervalMs: SEND_EVERY_MS,
        run: rallies.sendDue,
        runsOn: 'leader',
      },
    ],
  };
}
