// The page where an authenticator app is set up and turned off.
/** @jsxImportSource preact */

import { encode } from 'uqr';
import { securityMessages as messages } from '../../messages/messages.ts';
import { CopyButton } from '../copy-line.tsx';
import { TextField } from '../form-fields.tsx';
import { Form, FormPage, SubmitButton } from '../forms.tsx';
import { renderDocument, siteName } from '../layout.tsx';
import { inGroups } from './account-parts.tsx';
import {
  BackToSecurity,
  type ChangeFacts,
  CodeByMail,
  EndOthersField,
  ProofFields,
} from './proof-fields.tsx';
import { APP_CONFIRM_PATH, APP_OFF_PATH, APP_PATH } from './security-paths.ts';

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
      <BackToSecurity />
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
      <p>
        <a class="button quiet" href={setup.uri}>
          {messages.appOpen}
        </a>
      </p>
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
