// The page with what the checks of the installation found, the worst first.
/** @jsxImportSource preact */

import type { Examination, Finding } from '../../lib/finding.ts';
import { doctorMessages as messages } from '../../messages/messages.ts';
import { Form, Notice, SubmitButton } from '../forms.tsx';
import { renderDocument } from '../layout.tsx';
import { Moment } from '../time.tsx';
import { DOCTOR_PAGE_PATH } from './admin-paths.ts';
import { type AdminFrame, AdminPage } from './frame.tsx';
import { type ActionState, AdminTable, NoRows } from './parts.tsx';

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
      <AdminTable<Finding>
        caption={messages.caption}
        columns={[
          [check, (finding) => finding.check],
          [
            status,
            (finding) => (
              <strong class={`state-${finding.status}`}>{messages.states[finding.status]}</strong>
            ),
          ],
          [message, (finding) => <English text={finding.message} />],
          [advice, (finding) => (finding.advice === '' ? null : <English text={finding.advice} />)],
        ]}
        rows={sorted}
      />
      <p class="hint">
        {messages.ranAt} <Moment at={at} />
      </p>
    </>
  );
}

function English({ text }: { text: string }) {
  return (
    <span class="typed-text" lang="en">
      {text}
    </span>
  );
}
