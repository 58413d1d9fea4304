// The button that sends a test letter.
/** @jsxImportSource preact */

import { Form, SubmitButton } from '../forms.tsx';
import { emailAdminMessages as messages } from '../messages/admin-email.ts';
import { MAIL_PATH } from './server-paths.ts';

/** The form, which asks for nothing: the letter goes to whoever presses the button. */
export function TestEmailForm({ address, isOpen }: { address: string; isOpen: boolean }) {
  return (
    <details class="action" open={isOpen}>
      <summary>{messages.test}</summary>
      <Form action={`${MAIL_PATH}test/`}>
        <p>{messages.testIntro(address)}</p>
        <SubmitButton label={messages.testSubmit} />
      </Form>
    </details>
  );
}
