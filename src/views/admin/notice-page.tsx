// The page where administrators show a notice on all pages.
/** @jsxImportSource preact */

import { MAX_REASON_LENGTH } from '../../lib/plain-line.ts';
import { adminMessages, siteAdminMessages } from '../../messages/messages.ts';
import type { Notice } from '../../site/site.ts';
import { optionsOf, SelectField, TextArea, TextField } from '../form-fields.tsx';
import { Form, SubmitButton } from '../forms.tsx';
import { NoticeText, renderDocument } from '../layout.tsx';
import { type AdminFrame, AdminPage } from './frame.tsx';
import { ActionForm, type ActionState, fieldOf } from './parts.tsx';
import { NOTICE_PATH } from './server-paths.ts';

const messages = siteAdminMessages.notice;

/** The page; `longest` is in characters. */
export function renderNoticeAdminPage(facts: {
  frame: AdminFrame;
  notice: Notice | undefined;
  longest: number;
  state: ActionState;
}): string {
  const { frame, notice, longest, state } = facts;
  const set = (field: string) => fieldOf('set', field);
  return renderDocument(
    <AdminPage frame={frame} section={NOTICE_PATH} title={messages.title} problems={state.problems}>
      <p>{messages.intro}</p>
      {notice === undefined ? (
        <p>{messages.none}</p>
      ) : (
        <>
          <h2>{messages.now}</h2>
          <NoticeText notice={notice} />
          <div class="action-list">
            <ActionForm
              name="remove"
              page={NOTICE_PATH}
              title={messages.remove}
              submit={messages.removeSubmit}
              state={state}
            />
          </div>
        </>
      )}
      <h2>{messages.fresh}</h2>
      <Form action={`${NOTICE_PATH}set/`}>
        <TextArea
          name={set('text')}
          label={messages.text}
          hint={messages.textHint(longest)}
          state={state}
          rows={3}
          isRequired
        />
        <SelectField
          name={set('level')}
          label={messages.level}
          state={state}
          options={optionsOf(messages.levels)}
        />
        <TextField
          name={set('ends')}
          label={adminMessages.optional(messages.ends)}
          hint={messages.endsHint}
          state={state}
          isLiteral
        />
        <TextField
          name={set('reason')}
          label={adminMessages.optional(adminMessages.reason)}
          hint={adminMessages.reasonHint}
          state={state}
          maxLength={MAX_REASON_LENGTH}
        />
        <SubmitButton label={messages.submit} />
      </Form>
    </AdminPage>,
  );
}
