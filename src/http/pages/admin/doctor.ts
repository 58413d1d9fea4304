// The checks of `muster doctor` on a page: what the latest run found, and another run.

import { Failure } from '../../../lib/failure.ts';
import type { Examination } from '../../../lib/finding.ts';
import { doctorMessages } from '../../../messages/messages.ts';
import { renderDoctorPage } from '../../../views/admin/doctor-page.tsx';
import type { ActionState } from '../../../views/admin/parts.tsx';
import { DOCTOR_PAGE_PATH } from '../../../views/admin/server-paths.ts';
import { EMPTY_FORM } from '../../../views/forms.tsx';
import type { HttpContext } from '../../context.ts';
import { answerSitePage } from '../../html.ts';
import { answerAction } from './action-form.ts';
import type { AdminRequest, AdminRoute } from './admin-route.ts';

/** Routes of `/admin/doctor/`, for administrators: findings name paths, addresses and settings. */
export function doctorRoutes({ examine }: HttpContext): AdminRoute[] {
  let latest: Examination | undefined;
  let running: Promise<void> | undefined;

  function show({ frame }: AdminRequest, state: ActionState = EMPTY_FORM, status = 200): Response {
    return answerSitePage(renderDoctorPage({ frame, latest, state }), status);
  }

  /** Whoever asks meanwhile waits for the same run. */
  async function run(): Promise<void> {
    if (examine === undefined) throw new Failure('conflict', doctorMessages.notHere);
    running ??= examine()
      .then((examined) => {
        latest = examined;
      })
      .finally(() => {
        running = undefined;
      });
    await running;
  }

  const role = 'administrator';
  return [
    { method: 'GET', path: '/admin/doctor', role, answer: (requested) => show(requested) },
    {
      ...{ method: 'POST', path: '/admin/doctor/run', role },
      answer: (requested) =>
        answerAction(
          requested.form,
          {
            name: 'run',
            fields: {},
            async run() {
              await run();
              return `${DOCTOR_PAGE_PATH}?done=doctor-run`;
            },
          },
          (state, status) => show(requested, state, status),
        ),
    },
  ];
}
