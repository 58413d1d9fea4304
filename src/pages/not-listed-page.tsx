// Tells an operator what came from the operator's own address and what became of it.
/** @jsxImportSource preact */

import { stripColourCodes } from '../lib/colour-codes.ts';
import type { OwnReport, ReportedBeat } from '../servers/own-report.ts';
import type { PlainPage } from './plain-page.tsx';
import { helpWords } from './words/help.ts';

const words = helpWords.notListed;

/** Where the page is, and where its buttons send to. */
export const NOT_LISTED_PATH = '/help/not-listed/';

export interface NotListed {
  /** Without a slash at the end. */
  baseUrl: string;
  ip: string;
  report: OwnReport;
  /** Milliseconds since the Unix epoch. */
  now: number;
  /** Why the check that was asked for did not take place. */
  failure?: string;
}

/** The page for whoever came from `ip`. */
export function notListedPage(facts: NotListed): PlainPage {
  const { ip, report, now, failure } = facts;
  return {
    title: words.title,
    paragraphs: report.isIpv4 ? [words.whose(ip), words.kept(now - report.since)] : [],
    content: (
      <>
        {failure !== undefined && (
          <p role="alert">
            <strong>{failure}</strong>
          </p>
        )}
        {report.isIpv4 ? <Report {...facts} /> : <FromIpv6 {...facts} />}
      </>
    ),
  };
}

function FromIpv6({ baseUrl, ip }: NotListed) {
  return (
    <section>
      <h2>{words.ipv6Heading}</h2>
      <p>{words.ipv6(ip)}</p>
      <p>{words.ipv6Next}</p>
      <pre>
        <code>{words.ipv6Command(`${baseUrl}${NOT_LISTED_PATH}`)}</code>
      </pre>
    </section>
  );
}

function Report(facts: NotListed) {
  const { report } = facts;
  return (
    <>
      {report.beats.length === 0 ? <Nothing {...facts} /> : <Beats {...facts} />}
      {report.ports.length > 0 && <Ports {...facts} />}
      <section>
        <h2>{words.moreHeading}</h2>
        <ul>
          {words.more(report.staleAfterMs).map((sentence) => (
            <li key={sentence}>{sentence}</li>
          ))}
        </ul>
      </section>
    </>
  );
}

function Nothing({ baseUrl }: NotListed) {
  return (
    <section>
      <h2>{words.nothingHeading}</h2>
      <ul>
        {words.nothing.map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
      <p>
        {words.heartbeatAddress} <code>{`${baseUrl}/server/heartbeat`}</code>
      </p>
    </section>
  );
}

function Beats({ report, now }: NotListed) {
  return (
    <section>
      <h2>{words.beatsHeading}</h2>
      <table>
        <caption>{words.beatsCaption}</caption>
        <thead>
          <tr>
            {[words.server, words.port, words.last, words.outcome, words.nextStep].map((head) => (
              <th key={head} scope="col">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {report.beats.map((beat, index) => (
            <Beat key={index} beat={beat} staleAfterMs={report.staleAfterMs} now={now} />
          ))}
        </tbody>
      </table>
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
    <tr>
      <th scope="row">
        <bdi>{name === '' ? words.noName : stripColourCodes(name)}</bdi>
      </th>
      <td>{port === '' ? words.noPort : port}</td>
      <td>
        <Ago at={lastAt} now={now} />, {words.times(count)}
        {count > 1 && (
          <>
            {' '}
            <Ago at={firstAt} now={now} />
          </>
        )}
      </td>
      <td>
        <strong>{words.outcomes[outcome]}</strong>
        {sentences.map((sentence) => (
          <p key={sentence}>{sentence}</p>
        ))}
      </td>
      <td>
        {nextSteps(beat, staleAfterMs).map((sentence) => (
          <p key={sentence}>{sentence}</p>
        ))}
      </td>
    </tr>
  );
}

function nextSteps(beat: ReportedBeat, staleAfterMs: number): string[] {
  const { outcome, reasons, isLatest } = beat;
  if (!isLatest) return [words.nextSteps.replaced];
  if (outcome === 'refused' || outcome === 'hidden')
    return reasons.map((reason) => words.nextSteps[reason]);
  return [outcome === 'left' ? words.nextSteps.left(staleAfterMs) : words.nextSteps[outcome]];
}

function Ports({ report, now }: NotListed) {
  return (
    <section id="ports">
      <h2>{words.portsHeading}</h2>
      <p>{report.isPortChecked ? words.checkHint : words.portsFree}</p>
      <table>
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
                  words.unchecked
                ) : (
                  <>
                    {check.isOpen ? words.open : words.closed}, <Ago at={check.at} now={now} />
                  </>
                )}
              </td>
              {report.isPortChecked && (
                <td>
                  <form method="post" action={NOT_LISTED_PATH}>
                    <button type="submit" name="port" value={port}>
                      {words.checkPort(port)}
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

function Ago({ at, now }: { at: number; now: number }) {
  const exact = new Date(at).toISOString();
  return (
    <time dateTime={exact} title={`${exact.slice(0, 19).replace('T', ' ')} UTC`}>
      {helpWords.ago(now - at)}
    </time>
  );
}
