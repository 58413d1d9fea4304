// The page behind the play URL that answers a heartbeat: a server, its players, and the ways to join.
/** @jsxImportSource preact */

import type { ComponentChildren, VNode } from 'preact';
import { answerSitePage } from '../../platform/http/html.ts';
import { leadToLogin, withNext } from '../../platform/http/next-path.ts';
import {
  formPage,
  type PagePorts,
  type PageRequest,
  pageRoutes,
  readPart,
} from '../../platform/http/page.ts';
import { found, seeOther } from '../../platform/http/page-form.ts';
import type { Clock } from '../../platform/lib/clock.ts';
import { stripColourCodes } from '../../platform/lib/colour-codes.ts';
import { labels } from '../../platform/messages/messages.ts';
import { accountPath, facePath } from '../../platform/messages/paths.ts';
import type { FormState } from '../../platform/views/form-fields.tsx';
import { ErrorSummary } from '../../platform/views/forms.tsx';
import { Page, type Site } from '../../platform/views/layout.tsx';
import { ColouredName, Face, Paragraph } from '../../platform/views/parts.tsx';
import { Ago } from '../../platform/views/time.tsx';
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
import { joinLocally, localQuery, type Ranking, toPlayer } from '../list/index.ts';
import { listMessages } from '../list/messages.ts';
import { firstLineOf } from '../list/server-rows.tsx';
import type { Rallies } from '../rallies/rallies.ts';
import { pushScript, RallySection } from '../rallies/rally-section.tsx';
import type { FoundServer } from '../registry/index.ts';
import { serverMessages } from '../registry/messages.ts';
import type { ReturnAlerts } from '../return-alerts/index.ts';
import {
  describeGame,
  describeMissing,
  type GamePorts,
  GameSection,
  isInBrowser,
  type PlayedServer,
  phoneOf,
} from '../web-client/game-section.tsx';
import { describeDirectWay, LauncherWay, OtherWays } from './join-ways.tsx';
import { shareMessages } from './messages.ts';
import { ReturnAlert } from './return-alert.tsx';
import { ServerAbout, ServerLinks, ServerWays } from './server-about.tsx';
import { PresenceFacts, ServerFacts } from './server-facts.tsx';
import { SHARE_ID, Share } from './share.tsx';

const server = serverMessages;
const list = listMessages;

interface ServerParts {
  /** Each says whether everybody may know what an account claimed. */
  operatorsShown?: readonly ((accountId: number) => Promise<boolean>)[];
  /** Forms for a choice of an account about a server. */
  serverChoices?: readonly ((accountId: number, hash: string) => Promise<VNode>)[];
}

declare module '../../platform/module/description.ts' {
  interface PageParts extends ServerParts {}
}

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
    claims: Pick<Claims, 'findClaim' | 'mayEdit'>;
    ranking: Pick<Ranking, 'noteLookup'>;
    history: Pick<History, 'findCurve' | 'findPresence' | 'rhythms'>;
    favourites: Pick<Favourites, 'listHashes'>;
    rallies: Pick<Rallies, 'find' | 'change'>;
    returnAlerts: ReturnAlerts;
  };
  parts: ServerParts;
} & PagePorts<Account> &
  ServerPagePorts &
  GamePorts;

/** Route of `/server/play/<hash>/`, for public and private servers. */
export const playRoutes = (context: PlayPagePorts, clock: Clock) =>
  pageRoutes(context, [
    {
      path: '/server/play/:hash',
      who: 'visitor',
      query: ['period', 'ip'],
      parameter: serverParameter(context),
      ...formPage({
        show: createShow(context, clock),
        submit: (requested) => submit(context, requested),
        keep: (form) => form.fields('wanted', 'minutes'),
      }),
    },
  ]);

/** Makes the page of a live server, or of a known one that is offline. */
function createShow(context: PlayPagePorts, clock: Clock) {
  const { servers, mail } = context;
  const reads = createReads(context);
  return async (requested: PageRequest<Account>, state: FormState, status: number) => {
    const { request, params, query, visitor, account, site } = requested;
    const { hash = '' } = params;
    const found = servers.findServer(hash);
    if (found === undefined) return showOffline(context, clock.now(), requested, state);
    const { listing, isPublic, claim } = found;
    servers.ranking.noteLookup(hash, toPlayer(visitor), context.addressOf(request));
    const isOwn = await reads.mayEdit(account, hash);
    const local = localQuery(query.ip);
    const joined = { ...found, listing: joinLocally(listing, query.ip) };
    // A page under https uses the relay, which only connects to the address on the list.
    const played = context.baseUrl.startsWith('https:') ? found : joined;
    const { way: game, policy } = describeGame(context, played, visitor);
    const path = `/server/play/${hash}/`;
    const frame = site(path + local);
    const entry = { site: frame, enterPath: withNext(accountPath('enter'), path + local) };
    const period = parsePeriod(query.period ?? null);
    const history = isPublic ? await reads.history(hash, period) : undefined;
    const rally = await readPart(context, 'rally', () => servers.rallies.find(hash, account?.id));
    const { counted: players, maxPlayers } = listing;
    const { presence, operator } = isPublic ? await reads.about(hash, claim, frame) : {};
    const name = stripColourCodes(listing.name);
    const said = [list.playersOf(players, maxPlayers), firstLineOf(claim?.description)];
    const ways = {
      ...entry,
      direct: describeDirectWay(joined, account),
      // Compatibility: the launcher looks up the text after the last slash.
      address: `${context.baseUrl}${local === '' ? path : `/server/play/${hash}${local}`}`,
      phone: phoneOf(request),
      isInBrowser: isInBrowser(game),
    };
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
          isOn={await reads.isMarked(account, hash)}
          now={
            <PlayersNow
              listing={listing}
              rhythm={isPublic ? servers.history.rhythms.find(listing) : undefined}
            />
          }
        >
          {isInBrowser(game) ? <GameSection way={game} {...entry} /> : <LauncherWay {...ways} />}
        </ServerHead>
        <ErrorSummary problems={state.problems} />
        <div class="columns">
          <div>
            <ServerHistory
              hash={hash}
              history={history}
              isPublic={isPublic}
              now={players}
              query={local}
            />
            <ServerAbout claim={claim} />
            {rally && (
              <RallySection
                site={frame}
                path={path}
                rally={rally}
                account={account}
                state={state}
                isMailOn={mail.isOn}
                isEmpty={players === 0}
              />
            )}
          </div>
          <aside>
            <ServerFacts found={found} operator={operator} presence={presence} now={clock.now()} />
            <ServerLinks claim={claim} />
            <OtherWays {...ways} />
            {!isInBrowser(game) && <Paragraph class="hint" text={describeMissing(game)} />}
            <Share hash={hash} name={name} baseUrl={context.baseUrl} />
            <ServerWays hash={hash} isOwn={isOwn} isStaff={frame.adminPath !== undefined}>
              {isPublic && (await reads.choices(account, hash))}
            </ServerWays>
          </aside>
        </div>
      </Page>
    );
    // For a logged-in reader the page contains their mppass.
    return answerSitePage(page, status, policy, account !== undefined);
  };
}

async function submit(
  { servers, mail }: PlayPagePorts,
  { params, form, account, request }: PageRequest<Account>,
): Promise<Response> {
  const { hash = '' } = params;
  if (account === undefined) return leadToLogin(request);
  const alert = form.field('alert');
  if (alert === '') await servers.rallies.change(account, hash, form.fields(...form.names));
  else if (alert !== 'yes' || (mail.isOn && account.emailConfirmedAt !== null)) {
    await servers.returnAlerts.set(account.id, hash, alert === 'yes');
  }
  return seeOther(`/server/play/${hash}/${alert === '' ? '#rally' : ''}`);
}

/** How many players are on the server, and when it is busy. */
function PlayersNow(facts: {
  listing: Pick<FoundServer['listing'], 'counted' | 'maxPlayers'>;
  rhythm: Parameters<typeof Busy>[0]['rhythm'];
}) {
  const { counted: players, maxPlayers } = facts.listing;
  return (
    <>
      <b>{players}</b> <span aria-hidden="true">/ {maxPlayers}</span>
      <span class="hidden-label">{list.playersOf(players, maxPlayers)}</span>{' '}
      <span class="hint">{server.playersNow}</span>
      <span>
        <Busy rhythm={facts.rhythm} />
      </span>
    </>
  );
}

/** The reads of the pages of a server. */
function createReads(context: PlayPagePorts) {
  const { servers } = context;
  const presence = (hash: string) =>
    readPart(context, 'presence', () => servers.history.findPresence(hash));
  return {
    presence,
    async about(hash: string, claim: Claim | undefined, site: Site) {
      return {
        presence: await presence(hash),
        operator: await readPart(context, 'operator', () => findOperator(context, claim, site)),
      };
    },
    async history(hash: string, period: Period) {
      const samples = await readPart(context, 'history', () =>
        servers.history.findCurve(hash, period),
      );
      return samples && { period, samples };
    },
    /** The reader's choices about the server that other modules add. */
    choices: (account: Account | undefined, hash: string) =>
      account &&
      readPart(context, 'choices about servers', () =>
        Promise.all((context.parts.serverChoices ?? []).map((show) => show(account.id, hash))),
      ),
    /** Whether the account may change the server's page. */
    async mayEdit(account: Account | undefined, hash: string): Promise<boolean> {
      if (account === undefined) return false;
      const read = () => servers.claims.mayEdit(account.id, hash);
      return (await readPart(context, 'managers', read)) ?? false;
    },
    /** Whether the account marked the server as a favourite; `undefined` without an account. */
    isMarked: async (account: Account | undefined, hash: string) =>
      account && (await servers.favourites.listHashes(account.id)).has(hash),
  };
}

/** The account that runs a server, if everybody may know it. */
async function findOperator(
  { parts: { operatorsShown: [isOperatorShown] = [] } }: PlayPagePorts,
  claim: Claim | undefined,
  { playerPath }: Site,
) {
  if (claim === undefined || playerPath === undefined) return undefined;
  const { accountId, accountName: name } = claim;
  const isShown = await isOperatorShown?.(accountId);
  return isShown ? { name, path: playerPath(name) } : undefined;
}

/** The page of a known server that is not live. */
async function showOffline(
  context: PlayPagePorts,
  now: number,
  requested: PageRequest<Account>,
  state: FormState,
) {
  const { servers, mail } = context;
  const reads = createReads(context);
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
      <ServerHead
        hash={hash}
        claim={claim}
        name={past.name}
        isOn={await reads.isMarked(account, hash)}
        now={
          <>
            <b>{server.offline}</b>{' '}
            <span class="hint">
              {server.lastSeen} <Ago at={past.at} now={now} />
            </span>
          </>
        }
      />
      <ErrorSummary problems={state.problems} />
      <div class="columns">
        <div>
          <ServerHistory
            hash={hash}
            history={await reads.history(hash, parsePeriod(query.period ?? past.range))}
            isPublic
          />
          <ServerAbout claim={claim} />
        </div>
        <aside>
          <dl class="pairs">
            <PresenceFacts presence={await reads.presence(hash)} />
          </dl>
          {mail.isOn && (
            <ReturnAlert
              path={path}
              site={frame}
              account={account}
              days={servers.returnAlerts.days}
              isSet={account !== undefined && (await servers.returnAlerts.isSet(account.id, hash))}
            />
          )}
          <ServerLinks claim={claim} />
          <ServerWays
            hash={hash}
            isOffline
            isOwn={await reads.mayEdit(account, hash)}
            isStaff={frame.adminPath !== undefined}
          >
            {await reads.choices(account, hash)}
          </ServerWays>
        </aside>
      </div>
    </Page>
  );
}

const tabIcon = (hash: string, claim: Claim | undefined) => ({
  type: claim?.iconDigest ? 'image/png' : 'image/svg+xml',
  href: facePath(hash, claim?.iconDigest),
});

/** The server's name and state, and beside them `children`: the button to join, or the reason why there is none. */
function ServerHead(properties: {
  hash: string;
  claim: Claim | undefined;
  name: string;
  isOn: boolean | undefined;
  now: ComponentChildren;
  children?: ComponentChildren;
}) {
  const { hash, claim, name, isOn, now, children } = properties;
  const line = firstLineOf(claim?.description);
  return (
    <>
      <p class="back">
        <a href="/">{labels.allServers}</a>
      </p>
      <div class="server-hero">
        <Face hash={hash} icon={claim?.iconDigest} />
        <div>
          <h1>
            <ColouredName name={name} />
          </h1>
          {line !== '' && <p class="server-line">{line}</p>}
          <p class="server-players">{now}</p>
        </div>
        {children}
        <div class="server-marks">
          <Star
            name={stripColourCodes(name)}
            next={`/server/play/${hash}/`}
            hash={hash}
            isOn={isOn}
          />
          {children !== undefined && <a href={`#${SHARE_ID}`}>{shareMessages.title}</a>}
        </div>
      </div>
    </>
  );
}
