// The fields of a form that requires a proof of work from the browser.
/** @jsxImportSource preact */

import type { RegistrationCheckForm } from '../../accounts/registration.ts';
import { accountMessages } from '../../messages/messages.ts';
import { HiddenField } from '../form-fields.tsx';

/**
 * The challenge, the field for the result that the browser computes while people type, and a way for
 * people without scripts. The browser sends nothing before `soonestMs` have passed.
 */
export function ProofOfWork({
  registrationCheck,
  soonestMs,
}: {
  registrationCheck: RegistrationCheckForm;
  soonestMs: number;
}) {
  const { challenge, proof, waitWithoutProofMs } = registrationCheck;
  return (
    <>
      <HiddenField name="challenge" value={challenge} />
      {proof !== undefined && (
        <>
          <input
            type="hidden"
            name="proof"
            value=""
            data-challenge={challenge}
            data-parts={proof.parts}
            data-bits={proof.bits}
            data-soonest={soonestMs}
          />
          <p class="hint" data-without-proof>
            {accountMessages.register.withoutScripts(waitWithoutProofMs)}
          </p>
        </>
      )}
    </>
  );
}
