// The pages where operators manage their claimed servers.
/** @jsxImportSource preact */

import {
  formPage,
  type OwnerRequest,
  type PagePorts,
  pageRoutes,
} from '../../platform/http/page.ts';
import { found, type PageForm, seeOther } from '../../platform/http/page-form.ts';
import type { Clock } from '../../platform/lib/clock.ts';
import { stripColourCodes } from '../../platform/lib/colour-codes.ts';
import { findCountryName } from '../../platform/lib/country-name.ts';
import { currentLanguage } from '../../platform/messages/language.ts';
import { formats, labels, messages as pageMessages } from '../../platform/messages/messages.ts';
import { HEARTBEAT_PATH } from '../../platform/messages/paths.ts';
import {
  countryOptions,
  EMPTY_FORM,
  type FieldOf,
  Fields,
  type FormState,
  languageOptions,
} from '../../platform/views/form-fields.tsx';
import { FieldsForm, Form, FormPage, Notice, SubmitButton } from '../../platform/views/forms.tsx';
import { LinkLine, type Site } from '../../platform/views/layout.tsx';
import { ButtonLink, Face } from '../../platform/views/parts.tsx';
import { accountNavigation } from '../account/account-parts.tsx';
import { accountTexts } from '../account/messages.ts';
import {
  AdoptionSteps,
  CodeSteps,
  OWN_STEPS,
  type OwnStep,
  stepPath,
  WATCH_SECONDS,
} from '../claims/claim-parts.tsx';
import {
  CLAIM_FIELD_NAMES,
  type Claim,
  type ClaimFieldName,
  type Claims,
  claimField,
  formatClaimText,
  type OpenCode,
  operatorPaths,
  type PublicAddresses,
} from '../claims/index.ts';
import { operatorMessages } from '../claims/messages.ts';
import {
  type ServerPagePorts,
  serverOf,
  serverParameter,
  ToServer,
} from '../claims/server-parts.tsx';
import type { OperatorReports } from '../heartbeat/index.ts';
import type { Listing } from '../registry/index.ts';
import { ButtonForm, IconForm } from '../server-page/server-about.tsx';
import { Badge } from '../server-page/share.tsx';
import {
  changeWebhooks,
  keepWebhook,
  showWebhooks,
  type WebhookPagePorts,
} from '../webhooks/webhook-parts.tsx';
import { KeyedUrl } from './heartbeat-key-section.tsx';

const messages = operatorMessages.own;
const KEPT_LENGTH = 5_000;

interface OwnServerPorts extends PagePorts, Pick<WebhookPagePorts, 'mail'> {
  servers: {
    claims: Claims;
    publicAddresses: Pick<PublicAddresses, 'findCode' | 'requestCode'>;
    operatorReports: Pick<OperatorReports, 'findContest'>;
    presentHash(hash: string): string;
  } & ServerPagePorts['servers'] &
    WebhookPagePorts['servers'];
}

/** The effect of each form. Returns where to go on, or nothing to stay on the page. */
function createActions(context: OwnServerPorts) {
  const { claims, publicAddresses } = context.servers;
  return {
    async texts({ form, account }, hash) {
      const step = stepIn(form.field('step'));
      const fields = CLAIM_FIELD_NAMES.filter((name) => name === (step ?? name));
      const typed = form.fields(...fields);
      // An earlier version of the page had the tags in a text field.
      const ticked = listTicks(form).map((name) => name.slice(TICK.length));
      if (step === undefined) typed.tags = [typed.tags, ...ticked].join(' ');
      await claims.changeTexts(account.id, hash, typed);
      return step && stepPath(hash, stepAfter(step));
    },
    icon: ({ form, account }, hash) =>
      claims.changeIcon(account.id, hash, form.file('icon') ?? new Uint8Array()),
    face: ({ account }, hash) => claims.changeIcon(account.id, hash, null),
    port: ({ form, account }, hash) => claims.changeJoinPort(account.id, hash, form.field('port')),
    back: ({ account }, hash) => claims.changeJoinPort(account.id, hash, ''),
    async address({ account }, hash) {
      await publicAddresses.requestCode(account.id, hash);
      return `${operatorPaths.own(hash)}#other-address`;
    },
    key: async ({ account }, hash) =>
      `${context.baseUrl}/h/${await claims.makeKey(account.id, hash)}${HEARTBEAT_PATH}`,
    revoke: ({ account }, hash) => claims.revokeKey(account.id, hash),
    webhook: ({ form, account: actor }, hash) =>
      changeWebhooks(context, { actor, hash }, form, operatorPaths.own(hash)),
    async release({ account }, hash) {
      await claims.releaseClaim(account.id, hash);
      return `/server/play/${hash}/`;
    },
  } satisfies Record<string, (requested: OwnerRequest, hash: string) => Promise<unknown>>;
}

/** The changes that the page confirms. */
const DONE = ['texts', 'icon', 'face', 'port', 'back', 'revoke'] as const;

/** Another server also sends heartbeats for this address and port. */
function ContestNotice({ name, lastAt, now }: { name: string; lastAt: number; now: number }) {
  const ago = formats.formatAgo((now - lastAt) / 1_000);
  return (
    <Notice kind="warning" title={messages.contestTitle}>
      <p>{messages.contest(stripColourCodes(name), ago)}</p>
      <p>{messages.contestNext}</p>
    </Notice>
  );
}

/** One step of the setup after a claim: a single field, or the badge. */
function StepPage(facts: {
  site: Site;
  title: string;
  state: FormState;
  step: OwnStep;
  hash: string;
  name: string;
  claim: Claim;
  country: string | undefined;
  baseUrl: string;
}) {
  const { site, title, state, step, hash, name, claim, country, baseUrl } = facts;
  return (
    <FormPage site={site} title={title} state={state}>
      <AdoptionSteps at={step} isOnline={name !== ''} hash={hash} claim={claim} />
      {step === 'badge' ? (
        <>
          <h2>{operatorMessages.adoption.names.badge}</h2>
          <Badge hash={hash} name={name} baseUrl={baseUrl} />
          <LinkLine look="button play" href={`/server/play/${hash}/`} label={messages.toPage} />
        </>
      ) : (
        <Form action={operatorPaths.own(hash)} hidden={{ form: 'texts', step }}>
          <Fields fields={[textField(step, { claim, country })]} state={state} />
          <p class="buttons row">
            <SubmitButton label={labels.saveAndContinue} />
            <ButtonLink href={stepPath(hash, stepAfter(step))} label={messages.skip} />
          </p>
        </Form>
      )}
      <LinkLine href={operatorPaths.own(hash)} label={messages.all} />
    </FormPage>
  );
}

/** Routes of `/server/own/` and `/server/own/<hash>/`. */
export function claimedServerRoutes(context: OwnServerPorts, clock: Clock) {
  const { servers } = context;
  const { claims, publicAddresses, operatorReports } = servers;

  async function show(requested: OwnerRequest, state: FormState, fresh?: string) {
    const { account, site, form, query } = requested;
    const { hash, name } = serverOf(context, requested);
    const claim = claims.findClaim(hash);
    const present = servers.presentHash(hash);
    if (present !== hash) return found(operatorPaths.own(present));
    // Everybody else is redirected to the page for claiming the server.
    if (claim?.accountId !== account.id) return seeOther(operatorPaths.claim(hash));
    const which = actionIn(form.field('form'));
    const step = stepIn(query.step ?? form.field('step'));
    const title = messages.title(name === '' ? messages.nameless : name);
    if (step !== undefined) {
      const facts = { step, hash, name, claim, country: addressCountry(claim), title, state };
      return <StepPage {...facts} site={site(stepPath(hash, step))} baseUrl={context.baseUrl} />;
    }
    const done = DONE.find((one) => one === query.done);
    const listing = servers.findServer(hash)?.listing;
    const contest = listing && operatorReports.findContest(listing.ip, listing.port);
    const texts = { claim, country: addressCountry(claim), offered: await claims.listTags() };
    const stateOf = (action: typeof which) => (which === action ? state : EMPTY_FORM);
    return (
      <FormPage site={site(operatorPaths.own(hash))} title={title} state={state}>
        {done !== undefined && <Notice kind="success" text={messages.done[done]} />}
        {contest !== undefined && <ContestNotice {...contest} now={clock.now()} />}
        <ToServer hash={hash} />
        <section>
          <h2>{messages.textsTitle}</h2>
          <FieldsForm
            action={operatorPaths.own(hash)}
            hidden={{ form: 'texts' }}
            fields={CLAIM_FIELD_NAMES.map((name) => textField(name, texts))}
            state={stateOf('texts')}
            submit={labels.save}
          />
        </section>
        <IconForm claim={claim} state={stateOf('icon')} />
        <section>
          <h2>{operatorMessages.adoption.names.badge}</h2>
          <Badge hash={hash} name={name} baseUrl={context.baseUrl} />
        </section>
        <JoinPlace
          claim={claim}
          place={listing}
          addressCode={publicAddresses.findCode(account.id, hash)}
          baseUrl={context.baseUrl}
          state={stateOf('port')}
        />
        <KeyedUrl
          hash={hash}
          freshUrl={which === 'key' ? fresh : undefined}
          held={claims.findKeyOf(hash)}
          formers={claims.listFormers(hash)}
          now={clock.now()}
        />
        {
          await showWebhooks(context, {
            hash,
            page: operatorPaths.own(hash),
            done: query.done,
            state: stateOf('webhook'),
            secret: which === 'webhook' ? fresh : undefined,
          })
        }
        <section>
          <h2>{messages.release}</h2>
          <p>{messages.releaseHow}</p>
          <ButtonForm hash={hash} value="release" label={messages.release} kind="danger" />
        </section>
      </FormPage>
    );
  }

  /** The country of the server's address; `undefined` when the owner chose another. */
  const addressCountry = ({ hash, country }: Claim) =>
    country === null ? servers.findServer(hash)?.listing.country : undefined;

  const actions = createActions(context);

  const actionIn = (text: string) =>
    (Object.keys(actions) as (keyof typeof actions)[]).find((action) => action === text);

  async function submit(requested: OwnerRequest) {
    const { hash } = serverOf(context, requested);
    const which = actionIn(requested.form.field('form'));
    const isOwn = claims.findClaim(hash)?.accountId === requested.account.id;
    if (!isOwn || which === undefined) return show(requested, EMPTY_FORM);
    const next = await actions[which](requested, hash);
    // No redirect, because only this answer ever contains a new key or secret.
    if (next?.startsWith('/') === false) return show(requested, EMPTY_FORM, next);
    return seeOther(next ?? `${operatorPaths.own(hash)}?done=${which}`);
  }

  return pageRoutes(context, [
    {
      path: '/server/own/',
      who: 'owner',
      get({ account, site }) {
        const own = claims.listClaimsOf(account.id).map(({ hash, iconDigest: icon }) => {
          const name = stripColourCodes(servers.findServer(hash)?.listing.name ?? '');
          return { hash, icon, name };
        });
        return (
          <FormPage
            site={site('/server/own/')}
            title={accountTexts.sections.servers}
            navigation={accountNavigation('/server/own/')}
          >
            {own.length === 0 ? (
              <>
                <p>{messages.listNone}</p>
                <LinkLine look="button quiet" href="/" label={pageMessages.failure.toTheList} />
              </>
            ) : (
              <ul class="records">
                {own.map(({ hash, icon, name }) => (
                  <li key={hash}>
                    <Face hash={hash} icon={icon} />
                    <p>
                      <a href={operatorPaths.own(hash)}>
                        <bdi>{name === '' ? `${messages.nameless} (${hash})` : name}</bdi>
                      </a>
                    </p>
                  </li>
                ))}
              </ul>
            )}
          </FormPage>
        );
      },
    },
    {
      path: '/server/own/:hash',
      who: 'owner',
      takesFiles: true,
      query: ['done', 'step'],
      parameter: serverParameter(context),
      ...formPage({
        show: (requested, state) => show(requested, state),

        submit,
        keptLength: KEPT_LENGTH,
        keep: (form) => ({
          ...keepTexts(form),
          ...form.fields('port', ...listTicks(form)),
          ...keepWebhook(form),
        }),
      }),
    },
  ]);
}

/** The prefix of the tag boxes' names. */
const TICK = 'tags-';
const listTicks = ({ names }: PageForm) => names.filter((name) => name.startsWith(TICK));

const stepIn = (text: string) => OWN_STEPS.find((step) => step === text);
const stepAfter = (step: OwnStep) => OWN_STEPS[OWN_STEPS.indexOf(step) + 1] ?? 'badge';

interface TextsFacts {
  claim: Claim;
  country: string | undefined;
  /** The tags to choose from. */
  offered?: readonly string[];
}

/** The choices of a field by its kind. */
const CHOICES: Partial<
  Record<ReturnType<typeof claimField>['kind'], (facts: TextsFacts) => Partial<FieldOf>>
> = {
  tags({ claim, offered = [] }) {
    const old = claim.tags.filter((tag) => !offered.includes(tag));
    return {
      options: [
        ...offered.map((tag) => ({ value: tag, label: tag })),
        ...old.map((tag) => ({ value: tag, label: messages.oldTag(tag) })),
      ],
      chosen: claim.tags,
    };
  },
  country({ country }) {
    const label = messages.countryOf(findCountryName(country ?? '', currentLanguage()));
    return { options: [{ value: '', label }, ...countryOptions()] };
  },
  language: () => ({ options: [{ value: '', label: messages.noLanguage }, ...languageOptions()] }),
};

function textField(name: ClaimFieldName, facts: TextsFacts): FieldOf {
  const { kind, label, hint, area } = claimField(name);
  const value = formatClaimText(facts.claim[name]);
  return { name, label: label(), hint: hint?.(), value, ...area, ...CHOICES[kind]?.(facts) };
}

/** The typed values, shown again with the offered choices. */
const keepTexts = (form: PageForm) =>
  Object.fromEntries(
    CLAIM_FIELD_NAMES.map((name) => {
      const { correct = (text) => text } = claimField(name);
      return [name, correct(form.field(name))];
    }),
  );

/** Where players join. `place` is the source of the heartbeats; `undefined` while the server is offline. */
function JoinPlace(properties: {
  claim: Claim;
  place: Listing | undefined;
  /** The code that proves the operator's other address, while it is valid. */
  addressCode: OpenCode | undefined;
  baseUrl: string;
  state: FormState;
}) {
  const { claim, place, addressCode, baseUrl, state } = properties;
  const { hash, joinIp, joinPort } = claim;
  const isUsed = place?.joinIp === joinIp && place.joinPort === joinPort;
  const action = operatorPaths.own(hash);
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
          <ButtonForm hash={hash} value="back" label={messages.back} kind="quiet" />
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
            <ButtonForm hash={hash} value="address" label={messages.addressRequest} kind="quiet" />
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
