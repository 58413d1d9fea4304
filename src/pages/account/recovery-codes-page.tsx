// The page where recovery codes are shown once, and made anew.
/** @jsxImportSource preact */

import { Form, FormPage, Notice, SubmitButton } from '../forms.tsx';
import { renderDocument } from '../layout.tsx';
import { securityWords as words } from '../words/security.ts';
import { inGroups } from './account-parts.tsx';
import {
  BackToSecurity,
  type ChangeFacts,
  CodeByMail,
  needsCode,
  ProofFields,
} from './proof-fields.tsx';
import { RECOVERY_DONE_PATH, RECOVERY_PATH } from './security-paths.ts';

/** Fresh codes where there are some, and otherwise the form that makes new ones. */
export function renderRecoveryCodesPage(
  facts: ChangeFacts & { freshCodes: readonly string[] | undefined },
): string {
  const { site, state, freshCodes } = facts;
  return renderDocument(
    <FormPage
      site={site}
      title={freshCodes === undefined ? words.recoveryTitle : words.recoveryFreshTitle}
      state={state}
    >
      {freshCodes === undefined ? <Renew facts={facts} /> : <Fresh codes={freshCodes} />}
    </FormPage>,
  );
}

function Fresh({ codes }: { codes: readonly string[] }) {
  return (
    <>
      <Notice kind="warning">
        <p>{words.recoveryFresh}</p>
      </Notice>
      <ul class="codes">
        {codes.map((code) => (
          <li key={code}>
            <code>{inGroups(code)}</code>
          </li>
        ))}
      </ul>
      <p>{words.recoveryIntro}</p>
      <p>{words.recoveryTyping}</p>
      <Form action={RECOVERY_DONE_PATH}>
        <SubmitButton label={words.recoveryDone} />
      </Form>
    </>
  );
}

function Renew({ facts }: { facts: ChangeFacts }) {
  if (!needsCode(facts)) {
    return (
      <>
        <p>{words.recoveryIntro}</p>
        <Notice kind="information">
          <p>{words.recoveryNeedsFactor}</p>
        </Notice>
        <BackToSecurity />
      </>
    );
  }
  return (
    <>
      <p>{words.recoveryIntro}</p>
      <p>{words.recoveryLeft(facts.recoveryCodesLeft)}</p>
      <p class="hint">{words.recoveryEarlier}</p>
      <Form action={RECOVERY_PATH}>
        <ProofFields facts={facts} />
        <p class="hint">{words.recoveryRenewHint}</p>
        <SubmitButton label={words.recoveryRenew} />
      </Form>
      <CodeByMail facts={facts} path={RECOVERY_PATH} />
      <BackToSecurity />
    </>
  );
}
