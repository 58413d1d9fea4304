// The button that sends a test letter.
/** @jsxImportSource preact */

import { Form, SubmitButton } from '../forms.tsx';
import { mailAdminWords as words } from '../words/admin-mail.ts';
import { MAIL_PATH } from './server-paths.ts';

/** The form, which asks for nothing: the letter goes to whoever presses the button. */
export function TestLetter({ address, isOpen }: { address: string; isOpen: boolean }) {
  return (
    <details class="act" open={isOpen}>
      <summary>{words.test}</summary>
      <Form action={`${MAIL_PATH}test/`}>
        <p>{words.testIntro(address)}</p>
        <SubmitButton label={words.testSubmit} />
      </Form>
    </details>
  );
}
