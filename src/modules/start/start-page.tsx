// The pages "Play" and "Add your server": how players join, how servers are listed, and whether the reader's server is.
/** @jsxImportSource preact */

import type { ComponentChildren, VNode } from 'preact';
import { type PagePorts, type PageRequest, pageRoutes } from '../../platform/http/page.ts';
import type { Clock } from '../../platform/lib/clock.ts';
import { stripColourCodes } from '../../platform/lib/colour-codes.ts';
import { labels, messages as pageMessages } from '../../platform/messages/messages.ts';
import { formScript } from '../../platform/views/assets.ts';
import { Help } from '../../platform/views/forms.tsx';
import {
  ADD_SERVER_PATH,
  API_DOCS_PATH,
  Fact,
  HELP_PATH,
  LinkLine,
  Page,
  type Site,
  START_PATH,
} from '../../platform/views/layout.tsx';
import { ButtonLink, CodeBlock, Paragraph } from '../../platform/views/parts.tsx';
import { operatorPaths } from '../claims/index.ts';
import type { OperatorReport, OperatorReports } from '../heartbeat/index.ts';
import { computeServerHash } from '../registry/index.ts';
import { findPlayable, type GamePorts, type Phone, phoneOf } from '../web-client/game-section.tsx';
import { HeartbeatRow } from './help-page.tsx';
import { helpMessages, startMessages as messages } from './messages.ts';
import { LauncherLine, PROGRAMS, ProgramLine, TwoLists } from './server-lines.tsx';

const { play, add, listed } = messages;
const { notListed } = helpMessages;

interface StartParts {
  /** What else helps to log in to the launcher. */
  launcherHints?: readonly (() => VNode)[];
}

declare module '../../platform/module/description.ts' {
  interface PageParts extends StartParts {}
}

type StartPagePorts = PagePorts &
  GamePorts & {
    parts: StartParts;
    servers: { operatorReports: Pick<OperatorReports, 'reportOn'> };
  };

/** Routes of `/start/`, for players, and `/start/server/`, for operators of game servers. */
export function startRoutes(context: StartPagePorts, clock: Clock) {
  const { baseUrl, servers } = context;

  function showPlay({ request, site: frame }: PageRequest) {
    const site = frame(START_PATH);
    const facts = {
      site,
      launcherUrl: site.look.identity.launcherUrl,
      phone: phoneOf(request),
      hasWebClient: findPlayable(context) !== undefined,
      hints: context.parts.launcherHints ?? [],
    };
    const isOnPhone = facts.phone !== undefined;
    return (
      <StartPage
        site={site}
        path={START_PATH}
        aside={isOnPhone ? undefined : <Others {...facts} />}
      >
        {isOnPhone ? <PhoneSteps {...facts} /> : <PlaySteps {...facts} />}
      </StartPage>
    );
  }

  function showAdd({ request, site: frame }: PageRequest) {
    const ip = context.addressOf(request);
    const report = servers.operatorReports.reportOn(ip);
    const listed = <ListedSection ip={ip} report={report} now={clock.now()} />;
    return (
      <StartPage site={frame(ADD_SERVER_PATH)} path={ADD_SERVER_PATH} aside={listed}>
        <h2>{add.which}</h2>
        <div class="steps">
          <Step title={add.two} isOpen>
            <TwoLists baseUrl={baseUrl} skinUrl={context.skinUrl} />
          </Step>
          {PROGRAMS.map((program) => (
            <Step
              key={program}
              title={program === 'mcgalaxy' ? add.only : add.programs[program].name}
            >
              <ProgramLine program={program} baseUrl={baseUrl} skinUrl={context.skinUrl} />
              {program === 'other' && (
                <LinkLine href={API_DOCS_PATH} label={pageMessages.apiDocs.titles.open} />
              )}
            </Step>
          ))}
        </div>
        <p class="hint">{add.port}</p>
      </StartPage>
    );
  }

  return pageRoutes(context, [
    { path: START_PATH, who: 'visitor', get: showPlay },
    { path: ADD_SERVER_PATH, who: 'visitor', get: showAdd },
  ]);
}

const titles = () => ({ [START_PATH]: play.title, [ADD_SERVER_PATH]: add.title });

function StartPage(properties: {
  site: Site;
  path: keyof ReturnType<typeof titles>;
  aside: ComponentChildren;
  children: ComponentChildren;
}) {
  const { site, path, aside, children } = properties;
  return (
    <Page site={site} title={pageMessages.getStarted} preview={{ path }} scripts={[formScript]}>
      <div class="with-help start">
        <div>
          <nav class="periods" aria-label={pageMessages.getStarted}>
            {Object.entries(titles()).map(([href, label]) => (
              <a
                key={href}
                href={href}
                aria-current={href === path ? 'page' : undefined}
                // Both parts were on the page for players before.
                data-anchors={href === ADD_SERVER_PATH ? 'add listed' : undefined}
              >
                {label}
              </a>
            ))}
          </nav>
          <h1>{titles()[path]}</h1>
          {children}
        </div>
        {aside !== undefined && <aside>{aside}</aside>}
      </div>
    </Page>
  );
}

/** One of several parts. The reader sees one part at a time. */
function Step(properties: { title: string; isOpen?: boolean; children: ComponentChildren }) {
  const { title, isOpen = false, children } = properties;
  return (
    <details name="step" open={isOpen}>
      <summary>{title}</summary>
      {children}
    </details>
  );
}

const SAMPLE_HASH = '0123456789abcdef0123456789abcdef';

interface PlayFacts {
  site: Site;
  launcherUrl: string;
  hasWebClient: boolean;
  phone: Phone | undefined;
  hints: readonly (() => VNode)[];
}

/** The steps for a phone, whose launcher cannot be connected to this site. */
function PhoneSteps({ site, hasWebClient, phone }: PlayFacts) {
  return (
    <>
      <h2>{labels.createAnAccount}</h2>
      <Account site={site} />
      <h2>{play.onPhone}</h2>
      {hasWebClient && <p>{play.browserHow}</p>}
      {phone === 'android' && <p>{play.onAndroid}</p>}
      {phone === 'ios' && !hasWebClient && <p>{play.onIos}</p>}
      <LinkLine look="button quiet" href="/" label={pageMessages.failure.toTheList} />
    </>
  );
}

/** The steps on a computer. Whoever has an account begins with the launcher. */
function PlaySteps({ site, launcherUrl, hints }: PlayFacts) {
  const hasAccount = site.accountName !== undefined;
  return (
    <div class="steps numbered">
      <Step title={labels.createAnAccount} isOpen={!hasAccount}>
        <Account site={site} />
      </Step>
      <Step title={play.launcher} isOpen={hasAccount}>
        <Paragraph text={launcherUrl === '' ? play.launcherElsewhere : play.launcherWhat} />
        {launcherUrl !== '' && (
          <p>
            <a class="button play" href={launcherUrl} rel="noopener noreferrer">
              {play.launcherDownload}
            </a>
          </p>
        )}
      </Step>
      <Step title={play.line}>
        <p>{play.lineHow}</p>
        <LauncherLine baseUrl={site.baseUrl} />
        <Places />
        <p class="hint">{play.undo}</p>
      </Step>
      <Step title={play.join}>
        <p>{play.joinHow}</p>
        {hints.map((Hint, index) => (
          <Hint key={index} />
        ))}
        <LinkLine look="button quiet" href="/" label={pageMessages.failure.toTheList} />
      </Step>
    </div>
  );
}

/** The other ways to join. */
function Others({ site, hasWebClient }: PlayFacts) {
  return (
    <>
      {hasWebClient && <Help title={play.browser} text={play.browserHow} />}
      <Help title={play.unlisted} text={play.address} />
      <CodeBlock text={`${site.baseUrl}/server/play/${SAMPLE_HASH}/`} />
      <p class="hint">{play.direct}</p>
    </>
  );
}

function Account({ site }: Pick<PlayFacts, 'site'>) {
  const { accountName, registerPath } = site;
  if (accountName !== undefined) return <p>{play.accountYours(accountName)}</p>;
  if (registerPath === undefined) return <Paragraph text={play.accountClosed} />;
  return (
    <>
      <p>{play.accountWhy}</p>
      <LinkLine look="button play" href={registerPath} label={labels.createAnAccount} />
      <p class="hint">{play.registerButton}</p>
    </>
  );
}

function Places() {
  return (
    <details>
      <summary>{play.places}</summary>
      <dl class="pairs">
        {play.systems.map(({ system, place }) => (
          <Fact key={system} name={system}>
            {place}
          </Fact>
        ))}
      </dl>
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
    <section id={LISTED_ID} {...(isDone ? {} : { 'data-watch': WATCH_SECONDS })}>
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
        <ButtonLink href={`${ADD_SERVER_PATH}?at=${now}#${LISTED_ID}`} label={notListed.again} />
        <ButtonLink href={HELP_PATH} label={listed.details} />
      </p>
    </section>
  );
}
