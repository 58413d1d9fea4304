// The pages where operators manage the servers that they claimed.
/** @jsxImportSource preact */

import { stripColourCodes } from '../../lib/colour-codes.ts';
import { formats, operatorMessages, messages as pageMessages } from '../../messages/messages.ts';
import type { Claim, OpenCode } from '../../servers/claims/ports.ts';
import { Face } from '../face.tsx';
import { HiddenField, TextArea, TextField } from '../form-fields.tsx';
import { EMPTY_FORM, Form, FormPage, type FormState, Notice, SubmitButton } from '../forms.tsx';
import { LinkLine, renderDocument, type Site } from '../layout.tsx';
import { CodeSteps, ToServer } from './claim-page.tsx';
import { operatorPaths } from './server-about.tsx';

const messages = operatorMessages.own;

export type PageForm = 'texts' | 'port' | 'back' | 'address' | 'release';

export interface ClaimedServerPage extends Omit<JoinAddressForm, 'baseUrl'> {
  site: Site;
  name: string;
  limits: Readonly<Record<'description' | 'links' | 'tags', number>>;
  contest: { name: string; agoSeconds: number } | undefined;
  refused: { form: PageForm; state: FormState } | undefined;
  done: keyof typeof messages.done | undefined;
}

export function renderClaimedServerPage(page: ClaimedServerPage): string {
  const { site, claim, name, contest, refused, done } = page;
  const stateOf = (form: PageForm) => (refused?.form === form ? refused.state : EMPTY_FORM);
  return renderDocument(
    <FormPage
      site={site}
      title={messages.title(name === '' ? messages.nameless : name)}
      state={refused?.state ?? EMPTY_FORM}
    >
      {done !== undefined && <Notice kind="success" text={messages.done[done]} />}
      {contest !== undefined && (
        <Notice kind="warning" title={messages.contestTitle}>
          <p>
            {messages.contest(
              stripColourCodes(contest.name),
              formats.formatAgo(contest.agoSeconds),
            )}
          </p>
          <p>{messages.contestNext}</p>
        </Notice>
      )}
      <ToServer hash={claim.hash} />
      <Texts {...page} state={stateOf('texts')} />
      <JoinPlace {...page} baseUrl={site.baseUrl} portState={stateOf('port')} />
      <section>
        <h2>{messages.release}</h2>
        <p>{messages.releaseHow}</p>
        <Form action={operatorPaths.own(claim.hash)}>
          <SubmitButton label={messages.release} kind="danger" name="form" value="release" />
        </Form>
      </section>
    </FormPage>,
  );
}

export function renderClaimedServersPage(facts: {
  site: Site;
  servers: readonly { hash: string; name: string }[];
}): string {
  const { site, servers } = facts;
  return renderDocument(
    <FormPage site={site} title={messages.listTitle}>
      {servers.length === 0 ? (
        <>
          <p>{messages.listNone}</p>
          <LinkLine look="button quiet" href="/" label={pageMessages.failure.toTheList} />
        </>
      ) : (
        <ul class="records">
          {servers.map(({ hash, name }) => (
            <li key={hash}>
              <Face hash={hash} />
              <p>
                <a href={operatorPaths.own(hash)}>
                  <bdi>{name === '' ? `${messages.nameless} (${hash})` : name}</bdi>
                </a>
              </p>
            </li>
          ))}
        </ul>
      )}
    </FormPage>,
  );
}

function Texts({ claim, limits, state }: ClaimedServerPage & { state: FormState }) {
  const fieldOf = (name: 'description' | 'links' | 'tags' | 'country', hint: string) => {
    return { name, label: messages[name], hint, state };
  };
  return (
    <section>
      <h2>{messages.textsTitle}</h2>
      <Form action={operatorPaths.own(claim.hash)}>
        <HiddenField name="form" value="texts" />
        <TextArea
          {...fieldOf('description', messages.descriptionHint(limits.description))}
          value={claim.description}
          rows={6}
        />
        <TextArea
          {...fieldOf('links', messages.linksHint(limits.links))}
          value={claim.links.join('\n')}
        />
        <TextField
          {...fieldOf('tags', messages.tagsHint(limits.tags))}
          value={claim.tags.join(' ')}
          isLiteral
        />
        <TextField
          {...fieldOf('country', messages.countryHint)}
          value={claim.country ?? ''}
          isLiteral
        />
        <SubmitButton label={messages.saveTexts} />
      </Form>
    </section>
  );
}

const WATCH_SECONDS = 5;

export interface JoinAddressForm {
  claim: Claim;
  /** Where its heartbeats come from and where players join; `undefined` while it is offline. */
  place: { ip: string; port: number; joinIp: string; joinPort: number } | undefined;
  /** The code that proves another address to be the operator's, while it is valid. */
  addressCode: OpenCode | undefined;
  baseUrl: string;
}

function JoinPlace(properties: JoinAddressForm & { portState: FormState }) {
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
          <CodeSteps
            text={`curl -4 -d code=${addressCode.code} -d port=${port} ${base}`}
            expiresAt={addressCode.expiresAt}
            steps={messages.addressSteps}
            path={operatorPaths.own(claim.hash)}
          />
        </div>
      )}
    </>
  );
}
