// The proof for an important change of an account: the password, and a code with a second factor.
/** @jsxImportSource preact */

import { securityMessages as messages } from '../../messages/messages.ts';
import { Countdown } from '../countdown.tsx';
import { CheckField, TextField } from '../form-fields.tsx';
import { Form, type FormState, Notice, SubmitButton } from '../forms.tsx';
import type { Site } from '../layout.tsx';
import { CurrentPasswordField } from './account-parts.tsx';
import { SECURITY_PATH, SEND_CODE_PATH } from './security-paths.ts';

/** Which second factors are on, and whether a code can be emailed. */
export interface Factors {
  appSince: number | null;
  mailCodesSince: number | null;
  isMailOpen: boolean;
}

/** Properties of the pages for one change. */
export interface ChangeFacts extends Factors {
  site: Site;
  state: FormState;
  recoveryCodesLeft: number;
  isAddressConfirmed: boolean;
  /** Whether a code was just emailed for this form. */
  isCodeSent: boolean;
  /** When another one may be emailed; in the past for at once. */
  nextMailAt: number;
  now: number;
}

/** Whether a code is required besides the password. */
export function needsCode({ appSince, mailCodesSince }: Factors): boolean {
  return appSince !== null || mailCodesSince !== null;
}

/** The fields of the proof, inside a form. */
export function ProofFields({ facts }: { facts: ChangeFacts }) {
  const { state } = facts;
  return (
    <>
      <CurrentPasswordField state={state} />
      {needsCode(facts) && <CodeField state={state} />}
    </>
  );
}

/** A ticked box that ends the account's other sessions, which began without the second factor. */
export function EndOthersField({ state }: { state: FormState }) {
  return (
    <CheckField
      name="end_others"
      label={messages.endOthers}
      hint={messages.endOthersHint}
      state={state}
      isChecked
    />
  );
}

/** The field for a code of a second factor. */
export function CodeField({ state }: { state: FormState }) {
  return (
    <TextField
      name="code"
      label={messages.code}
      hint={messages.codeHint}
      state={state}
      autocomplete="one-time-code"
      isLiteral
      isRequired
    />
  );
}

/** The button that emails a code for the form above, if codes by email are on; it leads back to `path`. */
export function CodeByMail({
  facts,
  path,
}: {
  facts: Factors & Pick<ChangeFacts, 'isCodeSent' | 'nextMailAt' | 'now'>;
  path: string;
}) {
  if (facts.mailCodesSince === null || !facts.isMailOpen) return null;
  const waitMs = facts.nextMailAt - facts.now;
  return (
    <>
      {facts.isCodeSent && (
        <Notice kind="success">
          <p>{messages.codeSent}</p>
        </Notice>
      )}
      <Form action={SEND_CODE_PATH}>
        <input type="hidden" name="back" value={path} />
        {waitMs > 0 && (
          <Countdown
            ms={waitMs}
            still={messages.codeAgainIn(Math.ceil(waitMs / 1_000))}
            counting={messages.codeAgainCount}
            done={messages.codeAgainNow}
          />
        )}
        <SubmitButton label={messages.codeSend} kind="quiet" isDisabled={waitMs > 0} />
      </Form>
    </>
  );
}

/** The link back to the overview. */
export function BackToSecurity() {
  return (
    <p>
      <a href={SECURITY_PATH}>{messages.back}</a>
    </p>
  );
}
