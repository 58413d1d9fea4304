// The page of one server: its players, and each way to join it, or why that way is not possible.
/** @jsxImportSource preact */

import { stripColourCodes } from '../../lib/colour-codes.ts';
import { historyMessages, messages, startMessages } from '../../messages/messages.ts';
import type { Claim } from '../../servers/claims/ports.ts';
import type { FoundServer, Listing } from '../../servers/servers.ts';
import { ASSETS_PATH } from '../assets.ts';
import { Face } from '../face.tsx';
import { Fact, LinkLine, Page, renderDocument, type Site, START_PATH } from '../layout.tsx';
import type { PlotSamples } from '../list/history-line.ts';
import { ColouredName, CopyLabel, Country } from '../parts.tsx';
import { Since } from '../time.tsx';
import { GameSection, type GameWay, isPlayable } from './game-section.tsx';
import { HistoryPlot, PERIODS, type Period } from './history-plot.tsx';
import { ServerAbout, ServerWays } from './server-about.tsx';

const { list, server } = messages;

const facePath = (hash: string): string => `${ASSETS_PATH}face/${hash}.svg`;

export interface ServerPage {
  site: Site;
  listing: Listing;
  isPublic: boolean;
  /** Hash under which it is listed since it sends its heartbeats from another address. */
  relocation: FoundServer['relocation'];
  claim: Claim | undefined;
  isOwn: boolean;
  now: number;
  /** Players over time; nothing for a private server, or when its samples cannot be read. */
  history: { period: Period; samples: PlotSamples } | undefined;
  /** The link that opens the game, with the reader's mppass; or why there is none. */
  direct: { link: string } | 'not logged in' | 'not verified';
  game: GameWay;
}

export function renderServerPage(page: ServerPage): string {
  const { site, listing, now, direct, game } = page;
  const { hash, players, maxPlayers } = listing;
  const name = stripColourCodes(listing.name);
  const address = `${site.baseUrl}/server/play/${hash}/`;
  const software = stripColourCodes(listing.software);
  return renderDocument(
    <Page
      site={site}
      title={name}
      icon={{ type: 'image/svg+xml', href: facePath(hash) }}
      preview={{
        path: `/server/play/${hash}/`,
        description: list.playersOf(players, maxPlayers),
      }}
    >
      <p class="back">
        <a href="/">{server.back}</a>
      </p>
      <div class="server-head">
        <Face hash={hash} />
        <div>
          <h1>
            <ColouredName name={listing.name} />
          </h1>
          <p class="server-players">
            <b>{players}</b> <span aria-hidden="true">/ {maxPlayers}</span>
            <span class="hidden-label">{list.playersOf(players, maxPlayers)}</span>{' '}
            <span class="hint">{server.playersNow}</span>
          </p>
        </div>
      </div>
      <dl class="facts">
        <Fact name={list.columns.country}>
          <Country code={listing.country} />
        </Fact>
        <Fact name={list.columns.software}>
          <bdi>{software === '' ? server.softwareUnknown : software}</bdi>
        </Fact>
        <Fact name={list.columns.uptime}>
          <Since start={listing.startedAt} now={now} />
        </Fact>
        <Fact name={server.listed}>
          <Standing {...page} />
        </Fact>
      </dl>
      <ServerAbout claim={page.claim} />
      {isPlayable(game) && <GameSection way={game} site={site} />}
      <div class="ways row">
        <section class="way panel">
          <h2>{server.launcherTitle}</h2>
          <p>{server.launcherHow}</p>
          <CopyField label={server.addressLabel} value={address} button={list.copyAddress} />
          <LinkLine href={START_PATH} label={startMessages.fromServer} />
          {direct === 'not logged in' && site.registerPath !== undefined && (
            <p class="hint">{startMessages.play.registerButton}</p>
          )}
        </section>
        <section class="way panel">
          <h2>{server.directTitle}</h2>
          <DirectWay site={site} direct={direct} />
        </section>
        {!isPlayable(game) && <GameSection way={game} site={site} />}
      </div>
      <ServerHistory {...page} />
      <ServerWays hash={hash} isOwn={page.isOwn} />
    </Page>,
  );
}

function Standing({ isPublic, relocation }: Pick<ServerPage, 'isPublic' | 'relocation'>) {
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

function DirectWay({ site, direct }: Pick<ServerPage, 'site' | 'direct'>) {
  if (typeof direct === 'string') {
    const [text, href, label] =
      direct === 'not logged in'
        ? [server.directNeedsLogin, site.loginPath, messages.logIn]
        : [server.directNeedsVerification, site.verifyPath, server.verify];
    return (
      <>
        <p>{text}</p>
        {href !== undefined && <LinkLine look="button play" href={href} label={label} />}
      </>
    );
  }
  return (
    <>
      <LinkLine look="button play big" href={direct.link} label={server.directLink} />
      <p>{server.directConnect}</p>
      <CopyField label={server.directLabel} value={direct.link} button={server.copyLink} />
      <p class="hint">{server.directHow(site.accountName ?? '')}</p>
    </>
  );
}

const COLUMNS = 180;

function ServerHistory({ history, isPublic, listing: { hash, players } }: ServerPage) {
  const source = `/api/v1/servers/${hash}/history?range=${history?.period}`;
  return (
    <section class="over-time" id="history">
      <h2>{historyMessages.heading}</h2>
      {history === undefined ? (
        <p>{isPublic ? historyMessages.failed : historyMessages.isPrivate}</p>
      ) : (
        <>
          <nav class="periods row" aria-label={historyMessages.periodLabel}>
            {PERIODS.map((period) => (
              <a
                key={period}
                class="button quiet"
                href={`?period=${period}#history`}
                aria-current={period === history.period ? 'true' : undefined}
              >
                {historyMessages.periods[period]}
              </a>
            ))}
          </nav>
          <HistoryPlot
            samples={history.samples}
            period={history.period}
            columns={COLUMNS}
            now={players}
            source={source}
          />
          <p class="hint">
            <a href={source}>{historyMessages.numbers}</a>
          </p>
        </>
      )}
    </section>
  );
}
