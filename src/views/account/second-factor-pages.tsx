// The pages of each second factor, and the proof for an important change: the password, and a code with a second factor.
/** @jsxImportSource preact */

import { encode } from 'uqr';
import { securityMessages as messages } from '../../messages/messages.ts';
import { CheckField, TextField } from '../form-fields.tsx';
import { Form, FormPage, type FormState, LaterButton, Notice, SubmitButton } from '../forms.tsx';
import { LinkLine, renderDocument, type Site, siteName } from '../layout.tsx';
import { CopyButton } from '../parts.tsx';
import { CurrentPasswordField, inGroups } from './account-parts.tsx';
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
  SEND_CODE_PATH,
} from './security-paths.ts';

/** Which second factors are on, and whether a code can be emailed. */
export interface Factors {
  appSince: number | null;
  mailCodesSince: number | null;
  isMailOpen: boolean;
}

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

function ProofFields({ facts }: { facts: ChangeFacts }) {
  const { state } = facts;
  return (
    <>
      <CurrentPasswordField state={state} />
      {needsCode(facts) && <CodeField state={state} />}
    </>
  );
}

/** A ticked box that ends the account's other sessions, which began without the second factor. */
function EndOthersField({ state }: { state: FormState }) {
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
      {facts.isCodeSent && <Notice kind="success" text={messages.codeSent} />}
      <Form action={SEND_CODE_PATH}>
        <input type="hidden" name="back" value={path} />
        <LaterButton
          ms={waitMs}
          still={messages.codeAgainIn(Math.ceil(waitMs / 1_000))}
          counting={messages.codeAgainCount}
          done={messages.codeAgainNow}
          label={messages.codeSend}
        />
      </Form>
    </>
  );
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
  return renderDocument(
    <FormPage site={site} title={messages.appTitle} state={state}>
      {facts.appSince !== null ? (
        <TurnOff facts={facts} />
      ) : setup === undefined ? (
        <Start facts={facts} />
      ) : (
        <Scan facts={facts} setup={setup} />
      )}
      <LinkLine href={SECURITY_PATH} label={messages.back} />
    </FormPage>,
  );
}

function Start({ facts }: { facts: ChangeFacts }) {
  return (
    <>
      <p>{messages.appIntro}</p>
      <Form action={APP_PATH}>
        <ProofFields facts={facts} />
        <SubmitButton label={messages.appStart} />
      </Form>
      <CodeByMail facts={facts} path={APP_PATH} />
    </>
  );
}

function Scan({ facts, setup }: { facts: ChangeFacts; setup: AppSetup }) {
  const { site, state } = facts;
  return (
    <>
      <h2>{messages.appScanTitle}</h2>
      <QrCode text={setup.uri} label={messages.appScanAlt} />
      <p>{messages.appHere}</p>
      <LinkLine look="button quiet" href={setup.uri} label={messages.appOpen} />
      <h2>{messages.appTypeTitle}</h2>
      <p>{messages.appType(site.accountName ?? '', siteName(site))}</p>
      <p class="key-line">
        <code class="key">{inGroups(setup.secret)}</code>
        <CopyButton text={setup.secret} what={messages.appKey} />
      </p>
      <p class="hint">{messages.appOnce}</p>
      <h2>{messages.appConfirmTitle}</h2>
      <Form action={APP_CONFIRM_PATH}>
        <TextField
          name="code"
          label={messages.code}
          hint={messages.appConfirmHint}
          state={state}
          autocomplete="one-time-code"
          inputMode="numeric"
          isLiteral
          isRequired
        />
        <EndOthersField state={state} />
        <SubmitButton label={messages.appConfirm} />
      </Form>
    </>
  );
}

function TurnOff({ facts }: { facts: ChangeFacts }) {
  return (
    <>
      <p>{messages.appIsOn}</p>
      <Form action={APP_OFF_PATH}>
        <ProofFields facts={facts} />
        <SubmitButton label={messages.appOff} kind="danger" />
      </Form>
      <CodeByMail facts={facts} path={APP_PATH} />
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
  const { site, state, mailCodesSince } = facts;
  const obstacle = mailCodesSince === null ? findObstacle(facts) : undefined;
  const isOn = mailCodesSince !== null;
  return renderDocument(
    <FormPage site={site} title={messages.mailTitle} state={state}>
      <p>{isOn ? messages.mailIsOn : messages.mailIntro}</p>
      {isOn && !facts.isMailOpen && <Notice kind="warning" text={messages.mailClosedOn} />}
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
        <Notice kind="warning" text={obstacle} />
      )}
      <LinkLine href={SECURITY_PATH} label={messages.back} />
    </FormPage>,
  );
}

function findObstacle({ isMailOpen, isAddressConfirmed }: ChangeFacts): string | undefined {
  if (!isMailOpen) return messages.mailImpossible;
  return isAddressConfirmed ? undefined : messages.mailUnconfirmed;
}

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
      <Notice kind="warning" text={messages.recoveryFresh} />
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
        <Notice kind="information" text={messages.recoveryNeedsFactor} />
        <LinkLine href={SECURITY_PATH} label={messages.back} />
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
      <LinkLine href={SECURITY_PATH} label={messages.back} />
    </>
  );
}
