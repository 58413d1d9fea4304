// The pages of each second factor, and the proof for an important change: the password, and a code with a second factor.
/** @jsxImportSource preact */

import { encode } from 'uqr';
import { accountMessages, securityMessages as messages } from '../../messages/messages.ts';
import { CheckField } from '../form-fields.tsx';
import { Form, FormPage, type FormState, Notice, SubmitButton } from '../forms.tsx';
import { LinkLine, renderDocument, type Site, siteName } from '../layout.tsx';
import { CopyButton } from '../parts.tsx';
import { needsCode, OneTimeCodeField, type ProofFacts, ProvenForm } from './account-parts.tsx';
import {
  APP_CONFIRM_PATH,
  APP_OFF_PATH,
  APP_PATH,
  MAIL_OFF_PATH,
  MAIL_PATH,
  RECOVERY_DONE_PATH,
  RECOVERY_FILE_PATH,
  RECOVERY_PATH,
  SECURITY_PATH,
} from './security-paths.ts';

export interface ChangeFacts extends ProofFacts {
  site: Site;
  state: FormState;
  recoveryCodesLeft: number;
  isAddressConfirmed: boolean;
}

/** A key or a code in groups of four, which are easier to read; programs ignore the spaces. */
function inGroups(text: string): string {
  return text.replace(/.{4}(?=.)/g, '$& ');
}

const Back = () => <LinkLine href={SECURITY_PATH} label={messages.back} />;

/** A ticked box that ends the account's other sessions, which began without the second factor. */
function EndOthersField({ state }: { state: FormState }) {
  const { endOthers: label, endOthersHint: hint } = messages;
  return <CheckField {...{ name: 'end_others', label, hint, state }} isChecked />;
}

/** Modules of empty space around a QR code. */
const QUIET_ZONE = 4;

/** An app that is being set up: its secret in base 32, and the text of the QR code. */
export interface AppSetup {
  secret: string;
  uri: string;
}

/** The next step: the password, the QR code, or turning it off. */
export function renderAppPage(facts: ChangeFacts & { setup: AppSetup | undefined }): string {
  const { site, state, setup } = facts;
  const isOn = facts.appSince !== null;
  const step = isOn
    ? ({ action: APP_OFF_PATH, submit: messages.appOff, kind: 'danger' } as const)
    : { submit: accountMessages.goOn };
  return renderDocument(
    <FormPage site={site} title={messages.app} state={state}>
      {!isOn && setup !== undefined ? (
        <Scan facts={facts} setup={setup} />
      ) : (
        <>
          <p>{isOn ? messages.appIsOn : messages.appIntro}</p>
          <ProvenForm facts={facts} state={state} page={APP_PATH} {...step} />
        </>
      )}
      <Back />
    </FormPage>,
  );
}

function Scan({ facts: { site, state }, setup }: { facts: ChangeFacts; setup: AppSetup }) {
  return (
    <>
      <h2>{messages.appScanTitle}</h2>
      <QrCode text={setup.uri} label={messages.appScanAlt} />
      <p>{messages.appHere}</p>
      <LinkLine look="button quiet" href={setup.uri} label={messages.appOpen} />
      <h2>{messages.appTypeTitle}</h2>
      <p>{messages.appType(site.accountName ?? '', siteName(site))}</p>
      <p class="key-line row">
        <code class="key">{inGroups(setup.secret)}</code>
        <CopyButton text={setup.secret} what={messages.appKey} />
      </p>
      <p class="hint">{messages.appOnce}</p>
      <h2>{messages.appConfirmTitle}</h2>
      <Form action={APP_CONFIRM_PATH}>
        <OneTimeCodeField
          {...{ label: messages.code, hint: messages.appConfirmHint, state }}
          inputMode="numeric"
        />
        <EndOthersField state={state} />
        <SubmitButton label={messages.appConfirm} />
      </Form>
    </>
  );
}

/** The QR code of a text as an SVG: dark on light in both colour schemes, which scanners need. `label` is for screen readers. */
function QrCode({ text, label }: { text: string; label: string }) {
  const { data, size } = encode(text, { ecc: 'M', border: QUIET_ZONE });
  return (
    <svg class="qr-code" role="img" aria-label={label} viewBox={`0 0 ${size} ${size}`}>
      <rect width={size} height={size} fill="#ffffff" />
      <path d={pathOf(data)} fill="#000000" shape-rendering="crispEdges" />
    </svg>
  );
}

/** One rectangle for each run of dark modules in a row. */
function pathOf(rows: readonly (readonly boolean[])[]): string {
  const parts: string[] = [];
  for (const [y, row] of rows.entries()) {
    for (let x = 0; x < row.length; x += 1) {
      if (!row[x]) continue;
      const start = x;
      while (row[x + 1]) x += 1;
      parts.push(`M${start} ${y}h${x - start + 1}v1H${start}z`);
    }
  }
  return parts.join('');
}

/** The form that turns them on or off, or why that is not possible. */
export function renderMailCodesPage(facts: ChangeFacts): string {
  const { site, state, mailCodesSince, isMailOpen, isAddressConfirmed } = facts;
  const isOn = mailCodesSince !== null;
  const isPossible = isOn || (isMailOpen && isAddressConfirmed);
  const step = isOn
    ? ({ action: MAIL_OFF_PATH, submit: messages.mailOff, kind: 'danger' } as const)
    : { submit: messages.mailOn, last: <EndOthersField state={state} /> };
  return renderDocument(
    <FormPage site={site} title={messages.mail} state={state}>
      <p>{isOn ? messages.mailIsOn : messages.mailIntro}</p>
      {isOn && !isMailOpen && <Notice kind="warning" text={messages.mailClosedOn} />}
      {isPossible ? (
        <ProvenForm facts={facts} state={state} page={MAIL_PATH} {...step} />
      ) : (
        <Notice
          kind="warning"
          text={isMailOpen ? messages.mailUnconfirmed : messages.mailImpossible}
        />
      )}
      <Back />
    </FormPage>,
  );
}

/** New codes if there are some, and otherwise the form that creates them. */
export function renderRecoveryCodesPage(
  facts: ChangeFacts & { freshCodes: readonly string[] | undefined },
): string {
  const { site, state, freshCodes } = facts;
  return renderDocument(
    <FormPage
      site={site}
      title={freshCodes === undefined ? messages.recovery : messages.recoveryFreshTitle}
      state={state}
    >
      {freshCodes === undefined ? <Renew facts={facts} /> : <Fresh codes={freshCodes} />}
    </FormPage>,
  );
}

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
      <Notice kind="warning" text={messages.recoveryFresh} />
      <ul class="codes panel">
        {codes.map((code) => (
          <li key={code}>
            <code>{inGroups(code)}</code>
          </li>
        ))}
      </ul>
      <div class="buttons row">
        <CopyButton text={codes.map(inGroups).join('\n')} what={messages.recovery} />
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
  return (
    <>
      <p>{messages.recoveryIntro}</p>
      {needsCode(facts) ? (
        <>
          <p>{messages.recoveryLeft(facts.recoveryCodesLeft)}</p>
          <ProvenForm
            {...{ facts, state: facts.state, page: RECOVERY_PATH }}
            submit={messages.recoveryRenew}
            last={<p class="hint">{messages.recoveryRenewHint}</p>}
          />
        </>
      ) : (
        <Notice kind="information" text={messages.recoveryNeedsFactor} />
      )}
      <Back />
    </>
  );
}
