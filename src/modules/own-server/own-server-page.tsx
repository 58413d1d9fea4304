// The pages where operators manage their claimed servers.
/** @jsxImportSource preact */

import type { ComponentChildren } from 'preact';
import { answerSitePage } from '../../platform/http/html.ts';
import {
  formPage,
  type OwnerRequest,
  type PagePorts,
  pageRoutes,
} from '../../platform/http/page.ts';
import { found, seeOther } from '../../platform/http/page-form.ts';
import { pagePolicy } from '../../platform/http/security-headers.ts';
import type { Clock } from '../../platform/lib/clock.ts';
import { stripColourCodes } from '../../platform/lib/colour-codes.ts';
import { Failure } from '../../platform/lib/failure.ts';
import { formats, labels, messages as pageMessages } from '../../platform/messages/messages.ts';
import { HEARTBEAT_PATH } from '../../platform/messages/paths.ts';
import { EMPTY_FORM, Fields, type FormState } from '../../platform/views/form-fields.tsx';
import { FieldsForm, Form, FormPage, Notice, SubmitButton } from '../../platform/views/forms.tsx';
import { LinkLine, type Site } from '../../platform/views/layout.tsx';
import { ButtonLink, Face } from '../../platform/views/parts.tsx';
import type { Navigation } from '../../platform/views/side-navigation.tsx';
import { accountNavigation } from '../account/account-parts.tsx';
import type { Account } from '../account/index.ts';
import { accountTexts } from '../account/messages.ts';
import { AdoptionSteps, OWN_STEPS, type OwnStep, stepPath } from '../claims/claim-parts.tsx';
import {
  CLAIM_FIELD_NAMES,
  type Claim,
  type Claims,
  operatorPaths,
  type PublicAddresses,
} from '../claims/index.ts';
import { claimFailures, operatorMessages } from '../claims/messages.ts';
import { type ServerPagePorts, serverOf, serverParameter } from '../claims/server-parts.tsx';
import type { OperatorReports } from '../heartbeat/index.ts';
import type { Listing } from '../registry/index.ts';
import { Badge, ShareWays } from '../server-page/share.tsx';
import {
  changeWebhooks,
  keepWebhook,
  showWebhooks,
  type WebhookPagePorts,
} from '../webhooks/webhook-parts.tsx';
import { KeyedUrl } from './heartbeat-key-section.tsx';
import { JoinPlace } from './join-place-section.tsx';
import {
  type AddedPart,
  ButtonForm,
  IconForm,
  OWN_PARTS,
  type OwnPart,
  type OwnServer,
  type OwnServerParts,
  PARTS,
  type PartFacts,
  partPath,
  serverNavigation,
} from './own-server-parts.tsx';
import { keepTexts, listTicks, requireSeen, TICK, textField, versionOf } from './page-texts.tsx';

const messages = operatorMessages.own;
const KEPT_LENGTH = 5_000;

interface OwnServerPorts extends PagePorts<Account>, Pick<WebhookPagePorts, 'mail'> {
  parts: OwnServerParts & NonNullable<PagePorts['parts']>;
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
      requireSeen(form, claims.findClaim(hash));
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
      return `${partPath(hash, 'address')}#other-address`;
    },
    key: async ({ account }, hash) =>
      `${context.baseUrl}/h/${await claims.makeKey(account.id, hash)}${HEARTBEAT_PATH}`,
    revoke: ({ account }, hash) => claims.revokeKey(account.id, hash),
    webhook: ({ form, account: actor }, hash) =>
      changeWebhooks(context, { actor, hash }, form, partPath(hash, 'webhooks')),
    async release({ account }, hash) {
      await claims.releaseClaim(account.id, hash);
      return `/server/play/${hash}/`;
    },
  } satisfies Record<string, (requested: OwnerRequest, hash: string) => Promise<unknown>>;
}

/** The part with the form of each action. */
const PART_OF: Readonly<Record<keyof ReturnType<typeof createActions>, OwnPart>> = {
  texts: 'texts',
  icon: 'icon',
  face: 'icon',
  port: 'address',
  back: 'address',
  address: 'address',
  key: 'address',
  revoke: 'address',
  webhook: 'webhooks',
  release: 'release',
};

/** The changes that the page confirms. */
const DONE = ['texts', 'icon', 'face', 'port', 'back', 'revoke'] as const;

/** Shows a picture that was chosen and not sent yet. */
const PICTURE_POLICY = pagePolicy({ images: ['blob:'] });

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
  /** The name; empty while the server is offline. */
  name: string;
  claim: Claim;
  country: string | undefined;
  baseUrl: string;
  navigation: Navigation;
}) {
  const { site, title, state, step, name, claim, country, baseUrl, navigation } = facts;
  const { hash } = claim;
  return (
    <FormPage site={site} title={title} state={state} navigation={navigation}>
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
    </FormPage>
  );
}

/** The country of the server's address; `undefined` when the owner chose another. */
const countryByAddress = ({ country }: Claim, listing: Listing | undefined) =>
  country === null ? listing?.country : undefined;

/** The content of each part. `fresh` is a key or secret that was just made. */
function createViews(
  context: OwnServerPorts,
  facts: {
    claim: Claim;
    state: FormState;
    which: keyof typeof PART_OF | undefined;
    fresh: string | undefined;
    done: string | undefined;
    now: number;
  },
) {
  const { claims, publicAddresses, findServer } = context.servers;
  const { claim, state, which, fresh, done, now } = facts;
  const { hash } = claim;
  const listing = findServer(hash)?.listing;
  const name = stripColourCodes(listing?.name ?? '');
  const country = countryByAddress(claim, listing);
  return {
    texts: async () => {
      const texts = { claim, country, offered: await claims.listTags() };
      return (
        <section>
          <h2>{messages.textsTitle}</h2>
          <FieldsForm
            action={partPath(hash, 'texts')}
            hidden={{ form: 'texts', seen: versionOf(claim) }}
            fields={CLAIM_FIELD_NAMES.map((name) => textField(name, texts))}
            state={state}
            submit={labels.save}
            discard={partPath(hash, 'texts')}
          />
        </section>
      );
    },
    icon: () => <IconForm claim={claim} state={which === 'icon' ? state : EMPTY_FORM} />,
    address: () => (
      <>
        <JoinPlace
          claim={claim}
          place={listing}
          addressCode={publicAddresses.findCode(claim.accountId, hash)}
          baseUrl={context.baseUrl}
          state={which === 'port' ? state : EMPTY_FORM}
        />
        <KeyedUrl
          hash={hash}
          freshUrl={which === 'key' ? fresh : undefined}
          held={claims.findKeyOf(hash)}
          formers={claims.listFormers(hash)}
          now={now}
        />
      </>
    ),
    webhooks: () =>
      showWebhooks(context, {
        hash,
        page: partPath(hash, 'webhooks'),
        done,
        state,
        secret: which === 'webhook' ? fresh : undefined,
      }),
    sharing: () => <ShareWays hash={hash} name={name} baseUrl={context.baseUrl} />,
    release: () => (
      <section>
        <h2>{messages.release}</h2>
        <p>{messages.releaseHow}</p>
        <ButtonForm
          page={partPath(hash, 'release')}
          value="release"
          label={messages.release}
          kind="danger"
        />
      </section>
    ),
  } satisfies Record<OwnPart, () => ComponentChildren | Promise<ComponentChildren>>;
}

/** The page of all servers that the account claimed or edits. */
async function listOwnServers({ servers }: OwnServerPorts, { account, site }: OwnerRequest) {
  const all = await servers.claims.listEditable(account.id);
  const own = all.map(({ hash, accountId, iconDigest: icon }) => {
    const name = stripColourCodes(servers.findServer(hash)?.listing.name ?? '');
    return { hash, icon, name, isOwner: accountId === account.id };
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
          {own.map(({ hash, icon, name, isOwner }) => (
            <li key={hash}>
              <Face hash={hash} icon={icon} />
              <p>
                <a href={operatorPaths.own(hash)}>
                  <bdi>{name === '' ? `${messages.nameless} (${hash})` : name}</bdi>
                </a>
                {!isOwner && <span class="hint">{messages.edited}</span>}
              </p>
            </li>
          ))}
        </ul>
      )}
    </FormPage>
  );
}

/** Finds the server of a page for those who manage it, and redirects everybody else. */
async function admit(
  context: OwnServerPorts,
  end: string,
  requested: OwnerRequest,
): Promise<OwnServer | Response> {
  const { claims, presentHash } = context.servers;
  const { hash, name } = serverOf(context, requested);
  const present = presentHash(hash);
  if (present !== hash) return found(operatorPaths.own(present) + end);
  const claim = claims.findClaim(hash);
  const { id } = requested.account;
  if (claim === undefined || !(await claims.mayEdit(id, hash))) {
    return seeOther(operatorPaths.claim(hash));
  }
  return { claim, name: name || messages.nameless, isOwner: claim.accountId === id };
}

/** Shows the parts of this module, and takes their forms. */
function createParts(context: OwnServerPorts, clock: Clock, added: readonly AddedPart[]) {
  const { servers } = context;

  /** Shows a part, or the one with the form that was refused or gave a new key or secret. */
  async function show(asked: OwnPart, requested: OwnerRequest, state: FormState, fresh?: string) {
    const { site, form, query } = requested;
    const which = actionIn(form.field('form'));
    const part = which === undefined ? asked : PART_OF[which];
    const { end } = PARTS[part];
    const server = await admit(context, end, requested);
    if (server instanceof Response) return server;
    requireOwner(part, server);
    const { claim, name } = server;
    const { hash } = claim;
    const navigation = serverNavigation(server, end, added);
    const step = stepIn(query.step ?? form.field('step'));
    const title = messages.title(name);
    const listing = servers.findServer(hash)?.listing;
    if (step !== undefined) {
      const country = countryByAddress(claim, listing);
      const listed = stripColourCodes(listing?.name ?? '');
      const facts = { step, name: listed, claim, country, title, state, navigation };
      return <StepPage {...facts} site={site(stepPath(hash, step))} baseUrl={context.baseUrl} />;
    }
    const done = DONE.find((one) => one === query.done);
    const contest = listing && servers.operatorReports.findContest(listing.ip, listing.port);
    const facts = { claim, state, which, fresh, done: query.done, now: clock.now() };
    return (
      <FormPage
        site={site(partPath(hash, part))}
        title={title}
        state={state}
        navigation={navigation}
      >
        {done !== undefined && <Notice kind="success" text={messages.done[done]} />}
        {contest !== undefined && <ContestNotice {...contest} now={clock.now()} />}
        {await createViews(context, facts)[part]()}
      </FormPage>
    );
  }

  const actions = createActions(context);

  const actionIn = (text: string) =>
    (Object.keys(actions) as (keyof typeof actions)[]).find((action) => action === text);

  async function submit(part: OwnPart, requested: OwnerRequest) {
    const which = actionIn(requested.form.field('form'));
    const server = await admit(context, PARTS[part].end, requested);
    if (server instanceof Response) return server;
    if (which === undefined) return show(part, requested, EMPTY_FORM);
    requireOwner(PART_OF[which], server);
    const { hash } = server.claim;
    const next = await actions[which](requested, hash);
    // No redirect, because only this answer ever contains a new key or secret.
    if (next?.startsWith('/') === false) return show(part, requested, EMPTY_FORM, next);
    return seeOther(next ?? `${partPath(hash, PART_OF[which])}?done=${which}`);
  }

  return { show, submit };
}

/** The pages of the parts that other modules add. */
function addedPages(context: OwnServerPorts, added: readonly AddedPart[]) {
  async function showAdded(part: AddedPart, requested: OwnerRequest<Account>, state: FormState) {
    const server = await admit(context, part.end, requested);
    if (server instanceof Response) return server;
    return (
      <FormPage
        site={requested.site(operatorPaths.own(server.claim.hash) + part.end)}
        title={messages.title(server.name)}
        state={state}
        navigation={serverNavigation(server, part.end, added)}
      >
        {await part.show(requested, server, state)}
      </FormPage>
    );
  }

  return added.map((part) => ({
    end: part.end,
    query: ['done', 'sent', 'wait'],
    ...formPage<OwnerRequest<Account>>({
      show: (requested, state) => showAdded(part, requested, state),
      async submit(requested) {
        const server = await admit(context, part.end, requested);
        if (server instanceof Response) return server;
        return seeOther(await part.submit(requested, server));
      },
      keep: part.keep,
    }),
  }));
}

/** Routes of `/server/own/`, and of `/server/own/<hash>/` with its parts. */
export function claimedServerRoutes(context: OwnServerPorts, clock: Clock) {
  const { ownServerParts: added = [] } = context.parts;
  const { show, submit } = createParts(context, clock, added);
  const ownPages = OWN_PARTS.map((part) => ({
    end: PARTS[part].end,
    takesFiles: true,
    query: ['done', 'step'],
    ...formPage<OwnerRequest<Account>>({
      async show(requested, state, status) {
        const page = await show(part, requested, state);
        const isPage = part === 'icon' && !(page instanceof Response);
        return isPage ? answerSitePage(page, status, PICTURE_POLICY) : page;
      },
      submit: (requested) => submit(part, requested),
      keptLength: KEPT_LENGTH,
      keep: (form) => ({
        ...keepTexts(form),
        ...form.fields('port', ...listTicks(form)),
        ...keepWebhook(form),
      }),
    }),
  }));
  return pageRoutes(context, [
    {
      path: '/server/own/',
      who: 'owner',
      get: (requested) => listOwnServers(context, requested),
    },
    ...[...ownPages, ...addedPages(context, added)].map(({ end, ...page }) => ({
      path: `/server/own/:hash/${end}`,
      who: 'owner' as const,
      parameter: serverParameter(context),
      ...page,
    })),
  ]);
}

/** Throws `forbidden` if only the owner may see the part. */
function requireOwner(part: OwnPart, { isOwner }: OwnServer): void {
  const { isOwners = false }: PartFacts = PARTS[part];
  if (isOwners && !isOwner) throw new Failure('forbidden', claimFailures.onlyOwner);
}

const stepIn = (text: string) => OWN_STEPS.find((step) => step === text);
const stepAfter = (step: OwnStep) => OWN_STEPS[OWN_STEPS.indexOf(step) + 1] ?? 'badge';
