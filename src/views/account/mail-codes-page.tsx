// The page where one-time codes by email are turned on and off.
/** @jsxImportSource preact */

import { securityMessages as messages } from '../../messages/messages.ts';
import { Form, FormPage, Notice, SubmitButton } from '../forms.tsx';
import { renderDocument } from '../layout.tsx';
import {
  BackToSecurity,
  type ChangeFacts,
  CodeByMail,
  EndOthersField,
  ProofFields,
} from './proof-fields.tsx';
import { MAIL_OFF_PATH, MAIL_PATH } from './security-paths.ts';

/** The form that turns them on or off, or why that is not possible. */
export function renderMailCodesPage(facts: ChangeFacts): string {
  const { site, state, mailCodesSince } = facts;
  const obstacle = mailCodesSince === null ? findObstacle(facts) : undefined;
  const isOn = mailCodesSince !== null;
  return renderDocument(
    <FormPage site={site} title={messages.mailTitle} state={state}>
      <p>{isOn ? messages.mailIsOn : messages.mailIntro}</p>
      {isOn && !facts.isMailOpen && (
        <Notice kind="warning">
          <p>{messages.mailClosedOn}</p>
        </Notice>
      )}
      {obstacle === undefined ? (
        <>
          <Form action={isOn ? MAIL_OFF_PATH : MAIL_PATH}>
            <ProofFields facts={facts} />
            {!isOn && <EndOthersField state={state} />}
            <SubmitButton
              label={isOn ? messages.mailOff : messages.mailOn}
              kind={isOn ? 'danger' : 'main'}
            />
          </Form>
          <CodeByMail facts={facts} path={MAIL_PATH} />
        </>
      ) : (
        <Notice kind="warning">
          <p>{obstacle}</p>
        </Notice>
      )}
      <BackToSecurity />
    </FormPage>,
  );
}

function findObstacle({ isMailOpen, isAddressConfirmed }: ChangeFacts): string | undefined {
  if (!isMailOpen) return messages.mailImpossible;
  return isAddressConfirmed ? undefined : messages.mailUnconfirmed;
}
