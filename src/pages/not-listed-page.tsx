// Tells an operator what came from the operator's own address and what became of it.
/** @jsxImportSource preact */

import { stripColourCodes } from '../lib/colour-codes.ts';
import { HEARTBEAT_PATH } from '../lib/heartbeat-path.ts';
import type { OwnReport, ReportedBeat } from '../servers/own-report.ts';
import { HELP_PATH, Page, renderDocument, type Site, siteName } from './layout.tsx';
import { Ago, describeDuration, describeSpan } from './time.tsx';
import { helpWords } from './words/help.ts';

const words = helpWords.notListed;
const HOUR_MS = 3_600_000;

/** What the page is made from. */
export interface NotListed {
  site: Site;
  ip: string;
  report: OwnReport;
  /** Milliseconds since the Unix epoch. */
  now: number;
  /** Why the check that was asked for did not take place. */
  failure?: string;
}

/** The page for whoever came from `ip`, as a document. */
export function renderNotListedPage(facts: NotListed): string {
  const { site, ip, report, now, failure } = facts;
  return renderDocument(
    <Page site={site} title={`${words.title} · ${siteName(site.baseUrl)}`}>
      <div class="stack">
        <h1>{words.title}</h1>
        {failure !== undefined && (
          <p class="failure" role="alert">
            {failure}
          </p>
        )}
        {report.isIpv4 ? (
          <>
            <p class="reading">{words.whose(ip)}</p>
            <p class="reading">{describeMemory(now - report.since)}</p>
            <Report {...facts} />
          </>
        ) : (
          <FromIpv6 {...facts} />
        )}
      </div>
    </Page>,
  );
}

/** How far back the page can tell; a service that began later knows of less. */
function describeMemory(runningMs: number): string {
  return runningMs >= HOUR_MS ? words.kept : words.keptSince(describeDuration(runningMs / 1000));
}

function FromIpv6(facts: NotListed) {
  const { site, ip, report } = facts;
  return (
    <>
      <section class="stack reading">
        <h2>{words.ipv6Heading}</h2>
        <p>{words.ipv6(ip)}</p>
        <p>{report.beats.length > 0 ? words.ipv6Below : words.ipv6Nothing}</p>
        <p>{words.ipv6Next}</p>
        <pre>
          <code>{words.ipv6Command(`${site.baseUrl}${HELP_PATH}`)}</code>
        </pre>
      </section>
      {report.beats.length > 0 && <Beats {...facts} />}
    </>
  );
}

function Report(facts: NotListed) {
  const { report } = facts;
  return (
    <>
      {report.beats.length === 0 ? <Nothing {...facts} /> : <Beats {...facts} />}
      {report.ports.length > 0 && <Ports {...facts} />}
      <section class="stack reading">
        <h2>{words.moreHeading}</h2>
        <ul>
          {words.more(describeSpan(report.staleAfterMs / 1000)).map((sentence) => (
            <li key={sentence}>{sentence}</li>
          ))}
        </ul>
      </section>
    </>
  );
}

function Nothing({ site }: NotListed) {
  return (
    <section class="stack reading">
      <h2>{words.nothingHeading}</h2>
      <ul>
        {words.nothing.map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
      <p>{words.heartbeatAddress}</p>
      <pre>
        <code>{site.baseUrl + HEARTBEAT_PATH}</code>
      </pre>
    </section>
  );
}

function Beats({ report, now }: NotListed) {
  return (
    <section class="stack">
      <h2>{words.beatsHeading}</h2>
      <p class="hint">{words.beatsCaption}</p>
      <ol class="beats">
        {report.beats.map((beat, index) => (
          <Beat key={index} beat={beat} staleAfterMs={report.staleAfterMs} now={now} />
        ))}
      </ol>
    </section>
  );
}

function Beat({
  beat,
  staleAfterMs,
  now,
}: {
  beat: ReportedBeat;
  staleAfterMs: number;
  now: number;
}) {
  const { name, port, outcome, sentences, firstAt, lastAt, count } = beat;
  return (
    <li class={`beat ${outcome}`}>
      <h3>
        <bdi>{name === '' ? words.noName : stripColourCodes(name)}</bdi>
      </h3>
      <p class="hint">
        {words.port} <b>{port === '' ? words.noPort : port}</b>, <Ago at={lastAt} now={now} />,{' '}
        {words.times(count)}
        {count > 1 && (
          <>
            {' '}
            <Ago at={firstAt} now={now} />
          </>
        )}
      </p>
      <p class="outcome">
        <strong>{words.outcomes[outcome]}</strong>
      </p>
      {sentences.map((sentence) => (
        <p class="reading" key={sentence}>
          {sentence}
        </p>
      ))}
      <div class="next-step">
        <p class="hint">{words.nextStep}</p>
        {nextSteps(beat, staleAfterMs).map((sentence) => (
          <p class="reading" key={sentence}>
            {sentence}
          </p>
        ))}
      </div>
    </li>
  );
}

function nextSteps(beat: ReportedBeat, staleAfterMs: number): string[] {
  const { outcome, reasons, isLatest } = beat;
  if (!isLatest) return [words.nextSteps.replaced];
  if (outcome === 'refused' || outcome === 'hidden')
    return reasons.map((reason) => words.nextSteps[reason]);
  return [
    outcome === 'left'
      ? words.nextSteps.left(describeSpan(staleAfterMs / 1000))
      : words.nextSteps[outcome],
  ];
}

function describeUnchecked({ beats, isPortChecked }: OwnReport, port: number): string {
  const latest = beats.find((beat) => beat.isLatest && Number(beat.port) === port);
  const isLeftOut = latest?.outcome === 'private' || latest?.outcome === 'hidden';
  return isPortChecked && isLeftOut ? words.uncheckedPrivate : words.unchecked;
}

function Ports({ report, now }: NotListed) {
  return (
    <section id="ports" class="stack">
      <h2>{words.portsHeading}</h2>
      <p class="reading">{report.isPortChecked ? words.checkHint : words.portsFree}</p>
      <table class="plain-table">
        <caption>{words.portsCaption}</caption>
        <thead>
          <tr>
            <th scope="col">{words.port}</th>
            <th scope="col">{words.lastCheck}</th>
            {report.isPortChecked && <th scope="col">{words.again}</th>}
          </tr>
        </thead>
        <tbody>
          {report.ports.map(({ port, check }) => (
            <tr key={port}>
              <th scope="row">{port}</th>
              <td>
                {check === undefined ? (
                  describeUnchecked(report, port)
                ) : (
                  <>
                    <strong class={check.isOpen ? 'port-open' : 'port-closed'}>
                      {check.isOpen ? words.open : words.closed}
                    </strong>
                    , <Ago at={check.at} now={now} />
                  </>
                )}
              </td>
              {report.isPortChecked && (
                <td>
                  <form method="post" action={HELP_PATH}>
                    <button class="button quiet" type="submit" name="port" value={port}>
                      {words.again}
                      <span class="hidden-label">{words.checkPort(port)}</span>
                    </button>
                  </form>
                </td>
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
