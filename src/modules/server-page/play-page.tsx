// The play URL that a heartbeat is answered with: the page of a server, its players, and the ways onto it.
/** @jsxImportSource preact */

import type { ComponentChildren } from 'preact';
import { answerSitePage } from '../../platform/http/html.ts';
import {
  formPage,
  leadToLogin,
  type PagePorts,
  type PageRequest,
  pageRoutes,
  readPart,
  withNext,
} from '../../platform/http/page.ts';
import { found, seeOther } from '../../platform/http/page-form.ts';
import type { Clock } from '../../platform/lib/clock.ts';
import { stripColourCodes } from '../../platform/lib/colour-codes.ts';
import { labels, messages } from '../../platform/messages/messages.ts';
import { accountPath } from '../../platform/messages/paths.ts';
import { facePath, pushScript } from '../../platform/views/assets.ts';
import type { FormState } from '../../platform/views/form-fields.tsx';
import { ErrorSummary, Form, SubmitButton } from '../../platform/views/forms.tsx';
import { Fact, LinkLine, Page, type Site, START_PATH } from '../../platform/views/layout.tsx';
import { ColouredName, CopyLabel, Country, Face, Paragraph } from '../../platform/views/parts.tsx';
import { Ago, Since } from '../../platform/views/time.tsx';
import type { Account } from '../account/index.ts';
import type { Claim, Claims } from '../claims/index.ts';
import {
  answerServerGone,
  type ServerPagePorts,
  serverParameter,
} from '../claims/server-parts.tsx';
import type { Favourites } from '../favourites/favourites.ts';
import { Star } from '../favourites/favourites-parts.tsx';
import { Busy } from '../history/history-parts.tsx';
import { parsePeriod, ServerHistory } from '../history/history-plot.tsx';
import type { History, Period } from '../history/index.ts';
import type { Ranking } from '../list/index.ts';
import { toPlayer } from '../list/index.ts';
import { listMessages } from '../list/messages.ts';
import { firstLineOf } from '../list/server-rows.tsx';
import { accountMessages } from '../profile/messages.ts';
import type { Rallies } from '../rallies/rallies.ts';
import { RallySection } from '../rallies/rally-section.tsx';
import type { FoundServer } from '../registry/index.ts';
import { serverMessages } from '../registry/messages.ts';
import type { ReturnAlerts } from '../return-alerts/index.ts';
import { startMessages } from '../start/messages.ts';
import {
  describeGame,
  describeMissing,
  Entry,
  type GamePorts,
  GameSection,
  isInBrowser,
  type MissingAccount,
  type Phone,
  type PlayedServer,
  phoneOf,
} from '../web-client/game-section.tsx';
import { joinLocally, localQuery } from './local-address.ts';
import { Rank, ServerAbout, ServerWays } from './server-about.tsx';
import { Share } from './share.tsx';

const server = serverMessages;
const list = listMessages;

type PlayPagePorts = {
  mail: { readonly isOn: boolean };
  servers: {
    findServer(
      hash: string,
    ): (FoundServer & PlayedServer & { claim: Claim | undefined }) | undefined;
    findAbsent(
      hash: string,
    ): Promise<{ past: { name: string; at: number; range: Period } | undefined }>;
    presentHash(hash: string): string;
    claims: Pick<Claims, 'findClaim'>;
    ranking: Pick<Ranking, 'noteLookup' | 'describe'>;
    history: Pick<History, 'findCurve' | 'rhythms'>;
    favourites: Pick<Favourites, 'listHashes'>;
    rallies: Pick<Rallies, 'find' | 'change'>;
    returnAlerts: ReturnAlerts;
  };
} & PagePorts<Account> &
  ServerPagePorts &
  GamePorts;

/** Route of `/server/play/<hash>/`, for private servers too. */
export function playRoutes(context: PlayPagePorts, clock: Clock) {
  const { servers, mail } = context;
  const { rallies } = servers;

  async function readHistory(hash: string, period: Period) {
    const samples = await readPart(context, 'history', () =>
      servers.history.findCurve(hash, period),
    );
    return samples && { period, samples };
  }

  /** Whether it is a favourite; `undefined` without an account. */
  const isMarked = async (account: Account | undefined, hash: string) =>
    account && (await servers.favourites.listHashes(account.id)).has(hash);

  async function showOffline(requested: PageRequest<Account>, state: FormState) {
    const { params, query, account, site } = requested;
    const { hash = '' } = params;
    const present = servers.presentHash(hash);
    if (present !== hash) return found(`/server/play/${present}/`);
    const { past } = await servers.findAbsent(hash);
    if (past === undefined) return answerServerGone(context, requested, hash);
    const claim = servers.claims.findClaim(hash);
    const path = `/server/play/${hash}/`;
    const frame = site(path);
    return (
      <Page
        site={frame}
        title={stripColourCodes(past.name)}
        icon={tabIcon(hash, claim)}
        preview={{ path, description: server.offline }}
      >
        <ServerHead hash={hash} claim={claim} name={past.name} isOn={await isMarked(account, hash)}>
          <b>{server.offline}</b>{' '}
          <span class="hint">
            {server.lastSeen} <Ago at={past.at} now={clock.now()} />
          </span>
        </ServerHead>
        <ErrorSummary problems={state.problems} />
        <ServerAbout claim={claim} />
        {mail.isOn && (
          <section class="way panel alert">
            <h2>{server.alert.title}</h2>
            <ReturnAlert
              path={path}
              site={frame}
              account={account}
              days={servers.returnAlerts.days}
              isSet={account !== undefined && (await servers.returnAlerts.isSet(account.id, hash))}
            />
          </section>
        )}
        <ServerHistory
          hash={hash}
          history={await readHistory(hash, parsePeriod(query.period ?? past.range))}
          isPublic
        />
        <ServerWays
          hash={hash}
          isOffline
          isOwn={account !== undefined && claim?.accountId === account.id}
          isStaff={frame.adminPath !== undefined}
        />
      </Page>
    );
  }

  async function submit({
    params,
    form,
    account,
    request,
  }: PageRequest<Account>): Promise<Response> {
    const { hash = '' } = params;
    if (account === undefined) return leadToLogin(request);
    const alert = form.field('alert');
    if (alert === '') await rallies.change(account, hash, form.fields(...form.names));
    else if (alert !== 'yes' || (mail.isOn && account.emailConfirmedAt !== null)) {
      await servers.returnAlerts.set(account.id, hash, alert === 'yes');
    }
    return seeOther(`/server/play/${hash}/${alert === '' ? '#rally' : ''}`);
  }

  async function show(requested: PageRequest<Account>, state: FormState, status: number) {
    const { request, params, query, visitor, account, site } = requested;
    const { hash = '' } = params;
    const found = servers.findServer(hash);
    if (found === undefined) return showOffline(requested, state);
    const { listing, isPublic, claim } = found;
    servers.ranking.noteLookup(hash, toPlayer(visitor), context.addressOf(request));
    const isOwn = account !== undefined && claim?.accountId === account.id;
    const local = localQuery(query.ip);
    const joined = { ...found, listing: joinLocally(listing, query.ip) };
    // The relay, which a page under https takes, reaches no other place than that of the list.
    const played = context.baseUrl.startsWith('https:') ? found : joined;
    const { way: game, policy } = describeGame(context, played, visitor);
    const path = `/server/play/${hash}/`;
    const frame = site(path + local);
    const entry = { site: frame, enterPath: withNext(accountPath('enter'), path + local) };
    const period = parsePeriod(query.period ?? null);
    const history = isPublic ? await readHistory(hash, period) : undefined;
    const rally = await readPart(context, 'rally', () => rallies.find(hash, account?.id));
    const { counted: players, maxPlayers } = listing;
    const playersNow = list.playersOf(players, maxPlayers);
    const rank = isPublic ? servers.ranking.describe(listing) : undefined;
    const name = stripColourCodes(listing.name);
    const software = stripColourCodes(listing.software);
    const said = [playersNow, firstLineOf(claim?.description)];
    const page = (
      <Page
        site={frame}
        title={name}
        scripts={[pushScript]}
        icon={tabIcon(hash, claim)}
        preview={{
          path,
          description: said.filter(Boolean).join(' · '),
          card: isPublic ? hash : undefined,
        }}
      >
        <ServerHead
          hash={hash}
          claim={claim}
          name={listing.name}
          isOn={await isMarked(account, hash)}
        >
          <b>{players}</b> <span aria-hidden="true">/ {maxPlayers}</span>
          <span class="hidden-label">{playersNow}</span>{' '}
          <span class="hint">{server.playersNow}</span>
          <Busy rhythm={isPublic ? servers.history.rhythms.find(listing) : undefined} />
        </ServerHead>
        <ErrorSummary problems={state.problems} />
        <dl class="facts">
          <Fact name={labels.country}>
            <Country code={listing.country} />
          </Fact>
          <Fact name={labels.software}>
            <bdi>{software === '' ? server.softwareUnknown : software}</bdi>
          </Fact>
          <Fact name={list.columns.uptime}>
            <Since start={listing.startedAt} now={clock.now()} />
          </Fact>
          <Fact name={server.listed}>
            <Standing {...found} />
          </Fact>
          {rank && <Rank {...rank} />}
        </dl>
        <ServerAbout claim={claim} />
        {isInBrowser(game) && <GameSection way={game} {...entry} />}
        <LauncherWays
          {...entry}
          direct={describeDirectWay(joined, account)}
          // Compatibility: the launcher looks up what stands behind the last slash.
          address={`${context.baseUrl}${local === '' ? path : `/server/play/${hash}${local}`}`}
          phone={phoneOf(request)}
          isInBrowser={isInBrowser(game)}
        />
        {!isInBrowser(game) && <Paragraph class="hint" text={describeMissing(game)} />}
        {rally && (
          <RallySection
            site={frame}
            path={path}
            rally={rally}
            account={account}
            state={state}
            isMailOn={mail.isOn}
          />
        )}
        <ServerHistory
          hash={hash}
          history={history}
          isPublic={isPublic}
          now={players}
          query={local}
        />
        <Share hash={hash} name={name} baseUrl={context.baseUrl} />
        <ServerWays hash={hash} isOwn={isOwn} isStaff={frame.adminPath !== undefined} />
      </Page>
    );
    // With an account it has the mppass.
    return answerSitePage(page, status, policy, account !== undefined);
  }

  return pageRoutes(context, [
    {
      path: '/server/play/:hash',
      who: 'visitor',
      query: ['period', 'ip'],
      parameter: serverParameter(context),
      ...formPage({ show, submit, keep: (form) => form.fields('wanted', 'minutes') }),
    },
  ]);
}

const tabIcon = (hash: string, claim: Claim | undefined) => ({
  type: claim?.iconDigest ? 'image/png' : 'image/svg+xml',
  href: facePath(hash, claim?.iconDigest),
});

function ServerHead(properties: {
  hash: string;
  claim: Claim | undefined;
  name: string;
  isOn: boolean | undefined;
  children: ComponentChildren;
}) {
  const { hash, claim, name, isOn, children } = properties;
  return (
    <>
      <p class="back">
        <a href="/">{labels.allServers}</a>
      </p>
      <div class="server-head">
        <Face hash={hash} icon={claim?.iconDigest} />
        <div>
          <h1>
            <ColouredName name={name} />
          </h1>
          <p class="server-players">{children}</p>
        </div>
        <Star
          name={stripColourCodes(name)}
          next={`/server/play/${hash}/`}
          hash={hash}
          isOn={isOn}
        />
      </div>
    </>
  );
}

/** The form by which a reader gets an email once the server is back; or what they need for it. */
function ReturnAlert(properties: {
  path: string;
  site: Site;
  account: Account | undefined;
  isSet: boolean;
  days: number;
}) {
  const { path, site, account, isSet, days } = properties;
  const { alert } = server;
  if (!account?.emailConfirmedAt) {
    const [text, href, label] =
      account === undefined
        ? [alert.needsLogin, site.loginPath, messages.logIn]
        : [alert.needsEmail, site.verifyPath, accountMessages.links['verify address'].title];
    return (
      <>
        <p>{text}</p>
        <LinkLine look="button quiet" href={href} label={label} />
      </>
    );
  }
  const [text, value, label] = isSet
    ? [alert.isSet(days), 'no', alert.stop]
    : [alert.how(days), 'yes', alert.start];
  return (
    <>
      <p role={isSet ? 'status' : undefined}>{text}</p>
      <Form action={path}>
        <SubmitButton label={label} kind={isSet ? 'quiet' : 'main'} name="alert" value={value} />
      </Form>
    </>
  );
}

/** The link by which a verified player opens the game, with their mppass; or why there is none (C11.1). */
function describeDirectWay(
  found: PlayedServer,
  account: Account | undefined,
): { link: string } | MissingAccount {
  if (account === undefined) return 'not logged in';
  const { id, name, verifiedAt } = account;
  if (verifiedAt === null) return 'not verified';
  const { joinIp, joinPort } = found.listing;
  const key = found.mppassFor({ id, name, isVerified: true });
  return { link: `mc://${joinIp}:${joinPort}/${encodeURIComponent(name)}/${key}` };
}

function Standing({ isPublic, relocation }: Pick<FoundServer, 'isPublic' | 'relocation'>) {
  if (relocation === undefined) return <>{isPublic ? server.isPublic : server.isPrivate}</>;
  const { hash } = relocation;
  if (hash === undefined) return <>{server.isRelocated}</>;
  return (
    <>
      {server.isRelocated}: <a href={`/server/play/${hash}/`}>{server.toRelocated}</a>
    </>
  );
}

function CopyField({ label, value, button }: { label: string; value: string; button: string }) {
  return (
    <div class="copy-field row">
      <input type="text" readOnly value={value} aria-label={label} />
      <button class="button quiet scripted-only" type="button" data-copy={value}>
        <CopyLabel text={button} />
      </button>
    </div>
  );
}

interface WaysFacts {
  site: Site;
  enterPath: string;
  direct: ReturnType<typeof describeDirectWay>;
  /** The play URL. */
  address: string;
  phone: Phone | undefined;
  isInBrowser: boolean;
}

/** What can be done with the launcher on the reader's device; folded where a button leads into the browser first. */
function LauncherWays(facts: WaysFacts) {
  const { direct, phone, isInBrowser } = facts;
  if (phone === 'ios') {
    return isInBrowser ? null : <p class="way panel ways">{server.notOnIos}</p>;
  }
  if (typeof direct !== 'string') {
    return (
      <div class="ways row">
        <section class="way panel">
          <h2>{phone === undefined ? server.directTitle : server.launcherTitle}</h2>
          <DirectWay {...facts} link={direct.link} />
        </section>
        {phone === undefined && (
          <section class="way panel">
            <h2>{server.launcherTitle}</h2>
            <AddressWay {...facts} />
          </section>
        )}
      </div>
    );
  }
  return (
    <div class="ways">
      {!isInBrowser && (
        <section class="way panel">
          <Entry {...facts} missing={direct} label={server.launcherTitle} />
        </section>
      )}
      {phone === undefined && (
        <details class="fold">
          <summary>{isInBrowser ? server.launcherTitle : server.otherWays}</summary>
          <AddressWay {...facts} />
        </details>
      )}
    </div>
  );
}

function AddressWay({ site, direct, address }: WaysFacts) {
  return (
    <>
      <p>{server.launcherHow}</p>
      <CopyField label={server.addressLabel} value={address} button={list.copyAddress} />
      <LinkLine href={START_PATH} label={startMessages.fromServer} />
      {direct === 'not logged in' && site.registerPath !== undefined && (
        <p class="hint">{startMessages.play.registerButton}</p>
      )}
    </>
  );
}

function DirectWay({ site, phone, link }: WaysFacts & { link: string }) {
  return (
    <>
      {phone === undefined && (
        <LinkLine look="button play big" href={link} label={server.directLink} />
      )}
      <p>{phone === undefined ? server.directConnect : server.directOnPhone}</p>
      <CopyField label={server.directLabel} value={link} button={server.copyLink} />
      <p class="hint">{server.directHow(site.accountName ?? '')}</p>
    </>
  );
}
