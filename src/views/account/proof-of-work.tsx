// The fields of a form that asks a small piece of work of the browser.
/** @jsxImportSource preact */

import type { RegistrationCheckForm } from '../../accounts/registration.ts';
import { HiddenField } from '../form-fields.tsx';
import { accountMessages } from '../messages/account.ts';

/**
 * The challenge, what the browser works out while people type, and what people without scripts do
 * instead. The browser sends nothing before `soonestMs` have passed.
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
