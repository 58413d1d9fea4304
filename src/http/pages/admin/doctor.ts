// The checks of `muster doctor` on a page: what the latest run found, and another run.

import { Failure } from '../../../lib/failure.ts';
import type { Examination } from '../../../lib/finding.ts';
import { doctorMessages } from '../../../messages/messages.ts';
import { renderDoctorPage } from '../../../views/admin/doctor-page.tsx';
import type { HttpContext } from '../../context.ts';
import { pageRoutes } from './admin-page.ts';

/** Routes of `/admin/doctor/`, for administrators: findings name paths, addresses and settings. */
export function doctorRoutes({ examine }: HttpContext) {
  let latest: Examination | undefined;
  let running: Promise<void> | undefined;

  return pageRoutes({
    path: '/admin/doctor',
    role: 'administrator',
    show: ({ frame }, state) => renderDoctorPage({ frame, latest, state }),
    actions: {
      run: {
        fields: {},
        async run() {
          if (examine === undefined) throw new Failure('conflict', doctorMessages.notHere);
          // Whoever asks meanwhile waits for the same run.
          running ??= examine()
            .then((examined) => {
              latest = examined;
            })
            .finally(() => {
              running = undefined;
            });
          await running;
          return 'doctor-run';
        },
      },
    },
  });
}
