// The page that creates recovery codes and shows them once.
/** @jsxImportSource preact */

import { securityMessages as messages } from '../../messages/messages.ts';
import { CopyButton } from '../copy-line.tsx';
import { Form, FormPage, Notice, SubmitButton } from '../forms.tsx';
import { renderDocument } from '../layout.tsx';
import { inGroups } from './account-parts.tsx';
import {
  BackToSecurity,
  type ChangeFacts,
  CodeByMail,
  needsCode,
  ProofFields,
} from './proof-fields.tsx';
import { RECOVERY_DONE_PATH, RECOVERY_FILE_PATH, RECOVERY_PATH } from './security-paths.ts';

/** New codes if there are some, and otherwise the form that creates them. */
export function renderRecoveryCodesPage(
  facts: ChangeFacts & { freshCodes: readonly string[] | undefined },
): string {
  const { site, state, freshCodes } = facts;
  return renderDocument(
    <FormPage
      site={site}
      title={freshCodes === undefined ? messages.recoveryTitle : messages.recoveryFreshTitle}
      state={state}
    >
      {freshCodes === undefined ? <Renew facts={facts} /> : <Fresh codes={freshCodes} />}
    </FormPage>,
  );
}

/** The codes as a text that says whose they are. */
export function describeRecoveryCodes(
  { name, site }: { name: string; site: string },
  codes: readonly string[],
): string {
  const lines = [messages.recoveryFile(name, site), messages.recoveryIntro];
  return `${[...lines, codes.map(inGroups).join('\n')].join('\n\n')}\n`;
}

function Fresh({ codes }: { codes: readonly string[] }) {
  return (
    <>
      <Notice kind="warning">
        <p>{messages.recoveryFresh}</p>
      </Notice>
      <ul class="codes">
        {codes.map((code) => (
          <li key={code}>
            <code>{inGroups(code)}</code>
          </li>
        ))}
      </ul>
      <div class="buttons">
        <CopyButton text={codes.map(inGroups).join('\n')} what={messages.recoveryTitle} />
        <form method="post" action={RECOVERY_FILE_PATH}>
          <button class="button quiet" type="submit">
            {messages.recoveryDownload}
          </button>
        </form>
      </div>
      <p>{messages.recoveryIntro}</p>
      <p>{messages.recoveryTyping}</p>
      <Form action={RECOVERY_DONE_PATH}>
        <SubmitButton label={messages.recoveryDone} />
      </Form>
    </>
  );
}

function Renew({ facts }: { facts: ChangeFacts }) {
  if (!needsCode(facts)) {
    return (
      <>
        <p>{messages.recoveryIntro}</p>
        <Notice kind="information">
          <p>{messages.recoveryNeedsFactor}</p>
        </Notice>
        <BackToSecurity />
      </>
    );
  }
  return (
    <>
      <p>{messages.recoveryIntro}</p>
      <p>{messages.recoveryLeft(facts.recoveryCodesLeft)}</p>
      <Form action={RECOVERY_PATH}>
        <ProofFields facts={facts} />
        <p class="hint">{messages.recoveryRenewHint}</p>
        <SubmitButton label={messages.recoveryRenew} />
      </Form>
      <CodeByMail facts={facts} path={RECOVERY_PATH} />
      <BackToSecurity />
    </>
  );
}
