// The section of an operator's page with the address where players join, and the form that changes it.
/** @jsxImportSource preact */

import { formats, operatorMessages } from '../../messages/messages.ts';
import type { Claim, OpenCode } from '../../servers/claims/ports.ts';
import { HiddenField, TextField } from '../form-fields.tsx';
import { Form, type FormState, SubmitButton } from '../forms.tsx';
import { operatorPaths } from './server-about.tsx';

const messages = operatorMessages.own;

/** How often the script looks whether the code for another address arrived. */
const WATCH_SECONDS = 5;

/** What the section shows. */
export interface JoinAddressForm {
  claim: Claim;
  /** Where its heartbeats come from and where players join; `undefined` while it is offline. */
  place: { ip: string; port: number; joinIp: string; joinPort: number } | undefined;
  /** The code that proves another address to be the operator's, while it is valid. */
  addressCode: OpenCode | undefined;
  baseUrl: string;
}

/** The section: another port of the same address, or another address. */
export function JoinPlace(properties: JoinAddressForm & { portState: FormState }) {
  const { claim, place, portState } = properties;
  return (
    <section
      id="join-place"
      data-watch={properties.addressCode === undefined ? undefined : WATCH_SECONDS}
    >
      <h2>{messages.portTitle}</h2>
      <p>
        {place === undefined ? messages.portAway : messages.heartbeatsFrom(place.ip, place.port)}
        {place !== undefined && claim.joinIp === null && ` ${messages.portHow}`}
      </p>
      <p class="hint">{messages.addressHint}</p>
      {claim.joinIp !== null && <Elsewhere {...properties} />}
      {place !== undefined && (
        <>
          {claim.joinIp === null && (
            <Form action={operatorPaths.own(claim.hash)}>
              <HiddenField name="form" value="port" />
              <TextField
                name="port"
                label={messages.port}
                hint={messages.portHint(place.port)}
                state={portState}
                value={claim.joinPort === null ? '' : `${claim.joinPort}`}
                inputMode="numeric"
                isLiteral
              />
              <SubmitButton label={messages.savePort} />
            </Form>
          )}
          <OtherAddress {...properties} port={claim.joinPort ?? place.port} />
        </>
      )}
    </section>
  );
}

/** The other address, whether it is in effect, and the button that removes it. */
function Elsewhere({ claim, place }: JoinAddressForm) {
  const { hash, joinIp, joinPort } = claim;
  const isUsed = place?.joinIp === joinIp && place.joinPort === joinPort;
  return (
    <>
      <p>{messages.elsewhere(`${joinIp}:${joinPort}`)}</p>
      {place !== undefined && !isUsed && <p>{messages.elsewhereUnused}</p>}
      <Form action={operatorPaths.own(hash)}>
        <HiddenField name="form" value="back" />
        <SubmitButton label={messages.back} kind="quiet" />
      </Form>
    </>
  );
}

function OtherAddress(properties: JoinAddressForm & { port: number }) {
  const { claim, addressCode, baseUrl, port } = properties;
  const base = baseUrl + operatorPaths.address;
  return (
    <>
      <h3 id="other-address">{messages.addressTitle}</h3>
      <p>{messages.addressHow}</p>
      {addressCode === undefined ? (
        <Form action={operatorPaths.own(claim.hash)}>
          <HiddenField name="form" value="address" />
          <SubmitButton label={messages.addressRequest} kind="quiet" />
        </Form>
      ) : (
        <div class="code-to-show line-to-run">
          <pre>
            <code>{`curl -4 -d code=${addressCode.code} -d port=${port} ${base}`}</code>
          </pre>
          <p>{operatorMessages.until(formats.formatMomentExact(addressCode.expiresAt))}</p>
          <ol>
            {messages.addressSteps.map((step) => (
              <li key={step}>{step}</li>
            ))}
          </ol>
          <p class="scripted-only" role="status">
            {operatorMessages.claim.waiting}
          </p>
          <p class="unscripted-only">
            <a class="button quiet" href={operatorPaths.own(claim.hash)}>
              {messages.addressReload}
            </a>
          </p>
        </div>
      )}
    </>
  );
}
