// The page with what the checks of the installation found, the worst first.
/** @jsxImportSource preact */

import type { Examination, Finding } from '../../lib/finding.ts';
import { doctorMessages as messages } from '../../messages/messages.ts';
import { Form, Notice, SubmitButton } from '../forms.tsx';
import { renderDocument } from '../layout.tsx';
import { Moment } from '../time.tsx';
import { type AdminFrame, AdminPage } from './frame.tsx';
import { type ActionState, AdminTable, NoRows } from './parts.tsx';
import { DOCTOR_PAGE_PATH } from './server-paths.ts';

const WORST_FIRST: readonly Finding['status'][] = ['failed', 'warning', 'skipped', 'ok'];

/** The page; without `latest` nobody has run the checks yet. */
export function renderDoctorPage(facts: {
  frame: AdminFrame;
  latest: Examination | undefined;
  state: ActionState;
}): string {
  const { frame, latest, state } = facts;
  return renderDocument(
    <AdminPage
      frame={frame}
      section={DOCTOR_PAGE_PATH}
      title={messages.title}
      problems={state.problems}
    >
      <p>{messages.intro}</p>
      <Form action={`${DOCTOR_PAGE_PATH}run/`}>
        <SubmitButton label={latest === undefined ? messages.run : messages.again} />
      </Form>
      {latest === undefined ? (
        <NoRows text={messages.never} />
      ) : (
        <Findings findings={latest.findings} at={latest.at} />
      )}
    </AdminPage>,
  );
}

function Findings({ findings, at }: Examination) {
  const count = (status: Finding['status']) => findings.filter((it) => it.status === status).length;
  const [failed, warnings] = [count('failed'), count('warning')];
  const { check, status, message, advice } = messages.columns;
  const sorted = findings.toSorted(
    (a, b) => WORST_FIRST.indexOf(a.status) - WORST_FIRST.indexOf(b.status),
  );
  return (
    <>
      <Notice kind={failed > 0 ? 'danger' : warnings > 0 ? 'warning' : 'success'}>
        <p>{failed + warnings === 0 ? messages.allWell : messages.problems(failed, warnings)}</p>
      </Notice>
      <AdminTable
        caption={messages.caption}
        heads={[check, status, message, advice]}
        rows={sorted.map((finding, index) => ({
          key: index,
          cells: [
            finding.check,
            <strong key="status" class={`state-${finding.status}`}>
              {messages.states[finding.status]}
            </strong>,
            <span key="message" class="typed-text" lang="en">
              {finding.message}
            </span>,
            finding.advice === '' ? null : (
              <span key="advice" class="typed-text" lang="en">
                {finding.advice}
              </span>
            ),
          ],
        }))}
      />
      <p class="hint">
        {messages.ranAt} <Moment at={at} />
      </p>
    </>
  );
}
