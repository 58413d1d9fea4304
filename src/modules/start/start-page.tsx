// The page "Play and add your server": how players join, how servers are listed, and whether the reader's server is.
/** @jsxImportSource preact */

import { type PagePorts, type PageRequest, pageRoutes } from '../../platform/http/page.ts';
import type { Clock } from '../../platform/lib/clock.ts';
import { stripColourCodes } from '../../platform/lib/colour-codes.ts';
import { labels, messages as pageMessages } from '../../platform/messages/messages.ts';
import {
  API_DOCS_PATH,
  HELP_PATH,
  LinkLine,
  Page,
  type Site,
  START_PATH,
} from '../../platform/views/layout.tsx';
import { ButtonLink, CodeBlock, Paragraph, TableHead } from '../../platform/views/parts.tsx';
import { operatorPaths } from '../claims/index.ts';
import type { OperatorReport, OperatorReports } from '../heartbeat/index.ts';
import { computeServerHash } from '../registry/index.ts';
import { findPlayable, type GamePorts, type Phone, phoneOf } from '../web-client/game-section.tsx';
import { HeartbeatRow } from './help-page.tsx';
import { helpMessages, startMessages as messages } from './messages.ts';
import { LauncherLine, PROGRAMS, ProgramLine, TwoLists } from './server-lines.tsx';

const { play, add, listed } = messages;
const { notListed } = helpMessages;

type StartPagePorts = PagePorts &
  GamePorts & { servers: { operatorReports: Pick<OperatorReports, 'reportOn'> } };

/** Route of `/start/`. */
export function startRoutes(context: StartPagePorts, clock: Clock) {
  const { baseUrl, servers } = context;

  function show({ request, site: frame }: PageRequest) {
    const site = frame(START_PATH);
    const ip = context.addressOf(request);
    return (
      <Page site={site} title={pageMessages.getStarted} preview={{ path: START_PATH }}>
        <div class="start">
          <h1>{pageMessages.getStarted}</h1>
          <nav class="contents" aria-label={messages.onThisPage}>
            <ul>
              {Object.entries({ play, add, listed }).map(([id, { title }]) => (
                <li key={id}>
                  <ButtonLink href={`#${id}`} label={title} />
                </li>
              ))}
            </ul>
          </nav>
          <PlaySteps
            site={site}
            launcherUrl={site.look.identity.launcherUrl}
            phone={phoneOf(request)}
            hasWebClient={findPlayable(context) !== undefined}
          />
          <section id="add" class="start-part">
            <h2>{add.title}</h2>
            <h3>{add.two}</h3>
            <TwoLists baseUrl={baseUrl} />
            <h3>{add.only}</h3>
            {PROGRAMS.map((program) => (
              <details key={program}>
                <summary>{add.programs[program].name}</summary>
                <ProgramLine program={program} baseUrl={baseUrl} />
                {program === 'other' && (
                  <LinkLine href={API_DOCS_PATH} label={pageMessages.apiDocs.title} />
                )}
              </details>
            ))}
            <p class="hint">{add.port}</p>
          </section>
          <ListedSection ip={ip} report={servers.operatorReports.reportOn(ip)} now={clock.now()} />
        </div>
      </Page>
    );
  }

  return pageRoutes(context, [{ path: START_PATH, who: 'visitor', get: show }]);
}

const SAMPLE_HASH = '0123456789abcdef0123456789abcdef';

interface PlayFacts {
  site: Site;
  launcherUrl: string;
  hasWebClient: boolean;
  phone: Phone | undefined;
}

/** The steps for a phone, whose launcher cannot be connected to this site. */
function PhoneSteps({ site, hasWebClient, phone }: PlayFacts) {
  return (
    <section id="play" class="start-part">
      <h2>{labels.play}</h2>
      <h3>{labels.createAnAccount}</h3>
      <Account site={site} />
      <h3>{play.onPhone}</h3>
      {hasWebClient && <p>{play.browserHow}</p>}
      {phone === 'android' && <p>{play.onAndroid}</p>}
      {phone === 'ios' && !hasWebClient && <p>{play.onIos}</p>}
      <LinkLine look="button quiet" href="/" label={pageMessages.failure.toTheList} />
    </section>
  );
}

function PlaySteps(facts: PlayFacts) {
  const { site, launcherUrl, hasWebClient, phone } = facts;
  if (phone !== undefined) return <PhoneSteps {...facts} />;
  return (
    <section id="play" class="start-part">
      <h2>{labels.play}</h2>
      <ol class="start-steps">
        <li>
          <h3>{labels.createAnAccount}</h3>
          <Account site={site} />
        </li>
        <li>
          <h3>{play.launcher}</h3>
          {launcherUrl === '' ? (
            <Paragraph text={play.launcherElsewhere} />
          ) : (
            <>
              <p>{play.launcherWhat}</p>
              <p>
                <a class="button play" href={launcherUrl} rel="noopener noreferrer">
                  {play.launcherDownload}
                </a>
              </p>
            </>
          )}
        </li>
        <li>
          <h3>{play.line}</h3>
          <p>{play.lineHow}</p>
          <LauncherLine baseUrl={site.baseUrl} />
          <Places />
          <p class="hint">{play.undo}</p>
        </li>
        <li>
          <h3>{play.join}</h3>
          <p>{play.joinHow}</p>
          <p>{play.address}</p>
          <CodeBlock text={`${site.baseUrl}/server/play/${SAMPLE_HASH}/`} />
          <p class="hint">{play.direct}</p>
        </li>
      </ol>
      {hasWebClient && (
        <>
          <h3>{play.browser}</h3>
          <p>{play.browserHow}</p>
        </>
      )}
      <LinkLine look="button quiet" href="/" label={pageMessages.failure.toTheList} />
    </section>
  );
}

function Account({ site }: Pick<PlayFacts, 'site'>) {
  const { accountName, registerPath } = site;
  if (accountName !== undefined) return <p>{play.accountYours(accountName)}</p>;
  if (registerPath === undefined) return <Paragraph text={play.accountClosed} />;
  return (
    <>
      <p>{play.accountWhy}</p>
      <LinkLine look="button quiet" href={registerPath} label={labels.createAnAccount} />
      <p class="hint">{play.registerButton}</p>
    </>
  );
}

function Places() {
  return (
    <details>
      <summary>{play.places}</summary>
      <table class="plain-table panel">
        <caption class="hidden-label">{play.places}</caption>
        <TableHead heads={[play.system, play.place]} />
        <tbody>
          {play.systems.map(({ system, place }) => (
            <tr key={system}>
              <th scope="row">{system}</th>
              <td>{place}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p class="hint">{play.noFile}</p>
    </details>
  );
}

const LISTED_ID = 'listed';
const WATCH_SECONDS = 5;

interface ListedFacts {
  ip: string;
  report: Pick<OperatorReport, 'beats' | 'ports' | 'isIpv4' | 'staleAfterMs'>;
  /** Milliseconds since the Unix epoch. */
  now: number;
}

/** The section about the reader's servers. The script reloads it until one is listed. */
function ListedSection({ ip, report, now }: ListedFacts) {
  const latest = report.beats.filter(({ isLatest }) => isLatest);
  const arrived = latest.filter(({ outcome }) => outcome === 'listed');
  const others = latest.filter(({ outcome }) => outcome !== 'listed');
  const isDone = arrived.length > 0;
  const hashOf = (port: string) => computeServerHash(ip, Number(port));
  const isOpen = (text: string) =>
    report.ports.some(({ port, check }) => `${port}` === text && check?.isOpen === true);
  return (
    <section id={LISTED_ID} class="start-part" {...(isDone ? {} : { 'data-watch': WATCH_SECONDS })}>
      <h2>{listed.title}</h2>
      <p>{report.isIpv4 ? listed.whose(ip) : notListed.ipv6(ip)}</p>
      <div role="status">
        {arrived.map(({ name, port }) => (
          <div key={port} class="band success">
            <p>{listed.arrived(stripColourCodes(name), isOpen(port))}</p>
            <p class="buttons row">
              <a class="button play" href={operatorPaths.claim(hashOf(port))}>
                {listed.claim}
              </a>
              <ButtonLink href={`/server/play/${hashOf(port)}/`} label={listed.open} />
            </p>
            <p class="hint">{listed.next}</p>
          </div>
        ))}
        {!isDone && (
          <div class="band information">
            <p>
              {latest.length > 0 ? listed.notYet : listed.waiting}{' '}
              <span class="scripted-only">{listed.live}</span>
            </p>
          </div>
        )}
      </div>
      {others.length > 0 && (
        <ol class="beats">
          {others.map((beat) => (
            <HeartbeatRow
              key={`${beat.port} ${beat.name}`}
              beat={beat}
              now={now}
              staleAfterMs={report.staleAfterMs}
            >
              {(beat.outcome === 'private' || beat.outcome === 'hidden') && (
                <LinkLine href={`/server/play/${hashOf(beat.port)}/`} label={listed.open} />
              )}
            </HeartbeatRow>
          ))}
        </ol>
      )}
      <p class="buttons row">
        <ButtonLink href={`${START_PATH}?at=${now}#${LISTED_ID}`} label={notListed.again} />
        <ButtonLink href={HELP_PATH} label={listed.details} />
      </p>
    </section>
  );
}
