// The section of a claimed server about the address and port where players join.
/** @jsxImportSource preact */

import { labels } from '../../platform/messages/messages.ts';
import type { FieldOf, FormState } from '../../platform/views/form-fields.tsx';
import { FieldsForm } from '../../platform/views/forms.tsx';
import { CodeSteps, WATCH_SECONDS } from '../claims/claim-parts.tsx';
import { type Claim, type OpenCode, operatorPaths } from '../claims/index.ts';
import { operatorMessages } from '../claims/messages.ts';
import type { Listing } from '../registry/index.ts';
import { ButtonForm, partPath } from './own-server-parts.tsx';

const messages = operatorMessages.own;

/** Where players join. `place` is the source of the heartbeats; `undefined` while the server is offline. */
export function JoinPlace(properties: {
  claim: Claim;
  place: Listing | undefined;
  /** The code that proves the operator's other address, while it is valid. */
  addressCode: OpenCode | undefined;
  baseUrl: string;
  state: FormState;
}) {
  const { claim, place, addressCode, baseUrl, state } = properties;
  const { joinIp, joinPort } = claim;
  const isUsed = place?.joinIp === joinIp && place.joinPort === joinPort;
  const action = partPath(claim.hash, 'address');
  return (
    <section id="join-place" data-watch={addressCode && WATCH_SECONDS}>
      <h2>{messages.portTitle}</h2>
      <p>
        {place === undefined ? messages.portAway : messages.heartbeatsFrom(place.ip, place.port)}
        {place !== undefined && joinIp === null && ` ${messages.portHow}`}
      </p>
      <p class="hint">{messages.addressHint}</p>
      {joinIp !== null && (
        <>
          <p>{messages.elsewhere(`${joinIp}:${joinPort}`)}</p>
          {place !== undefined && !isUsed && <p>{messages.elsewhereUnused}</p>}
          <ButtonForm page={action} value="back" label={messages.back} kind="quiet" />
        </>
      )}
      {place !== undefined && joinIp === null && (
        <FieldsForm
          action={action}
          hidden={{ form: 'port' }}
          fields={[portField(joinPort, place.port)]}
          state={state}
          submit={messages.savePort}
        />
      )}
      {place !== undefined && (
        <>
          <h3 id="other-address">{messages.addressTitle}</h3>
          <p>{messages.addressHow}</p>
          {addressCode === undefined ? (
            <ButtonForm
              page={action}
              value="address"
              label={messages.addressRequest}
              kind="quiet"
            />
          ) : (
            <div class="code-to-show line-to-run">
              <CodeSteps
                text={`curl -4 -d code=${addressCode.code} -d port=${joinPort ?? place.port} ${baseUrl}${operatorPaths.address}`}
                expiresAt={addressCode.expiresAt}
                steps={messages.addressSteps}
                path={action}
              />
            </div>
          )}
        </>
      )}
    </section>
  );
}

const portField = (joinPort: number | null, port: number): FieldOf => {
  const common = { name: 'port', label: labels.joinPort, inputMode: 'numeric' } as const;
  return { ...common, hint: messages.portHint(port), value: `${joinPort ?? ''}`, isLiteral: true };
};
