// "Is it listed?": the latest heartbeats from the reader's own address, which the script keeps up to date.
/** @jsxImportSource preact */

import { stripColourCodes } from '../../lib/colour-codes.ts';
import { helpMessages, startMessages } from '../../messages/messages.ts';
import type { OperatorReport, ReportedHeartbeat } from '../../servers/servers.ts';
import { HELP_PATH, START_PATH } from '../layout.tsx';
import { Ago } from '../time.tsx';

const messages = startMessages.listed;
const { notListed } = helpMessages;

/** The part of the page that is fetched again; links lead to it. */
const LISTED_ID = 'listed';
/** How often the script looks while no server of the reader is listed. */
const WATCH_SECONDS = 5;

/** What the section shows. */
export interface ListedFacts {
  ip: string;
  report: Pick<OperatorReport, 'beats' | 'isIpv4'>;
  /** The hash of the server whose heartbeats come from the reader's address with this port. */
  hashOf(port: string): string;
  /** Milliseconds since the Unix epoch. */
  now: number;
}

/** The section. It is watched until a server of the reader is listed. */
export function ListedSection({ ip, report, hashOf, now }: ListedFacts) {
  const latest = report.beats.filter(({ isLatest }) => isLatest);
  const isDone = latest.some(({ outcome }) => outcome === 'listed');
  return (
    <section id={LISTED_ID} class="start-part" {...(isDone ? {} : { 'data-watch': WATCH_SECONDS })}>
      <h2>{messages.title}</h2>
      <p>{report.isIpv4 ? messages.whose(ip) : notListed.ipv6(ip)}</p>
      <div class={`band ${isDone ? 'success' : 'information'}`} role="status">
        <p>
          {isDone ? messages.done : latest.length > 0 ? messages.notYet : messages.waiting}{' '}
          {!isDone && <span class="scripted-only">{messages.live}</span>}
        </p>
      </div>
      {latest.length > 0 && (
        <ol class="beats">
          {latest.map((beat) => (
            <Beat
              key={`${beat.port} ${beat.name}`}
              beat={beat}
              hash={hashOf(beat.port)}
              now={now}
            />
          ))}
        </ol>
      )}
      {isDone && <p class="hint">{messages.claim}</p>}
      <p class="buttons">
        <a class="button quiet" href={`${START_PATH}?at=${now}#${LISTED_ID}`}>
          {messages.again}
        </a>
        <a class="button quiet" href={HELP_PATH}>
          {messages.details}
        </a>
      </p>
    </section>
  );
}

function Beat({ beat, hash, now }: { beat: ReportedHeartbeat; hash: string; now: number }) {
  const { name, port, outcome, sentences, lastAt } = beat;
  const hasPage = outcome === 'listed' || outcome === 'private' || outcome === 'hidden';
  return (
    <li class={`beat ${outcome}`}>
      <h3>
        <bdi>{name === '' ? messages.noName : stripColourCodes(name)}</bdi>
      </h3>
      <p class="hint">
        {messages.port(port === '' ? notListed.noPort : port)} · <Ago at={lastAt} now={now} />
      </p>
      <p class="outcome">
        <strong>{notListed.outcomes[outcome]}</strong>
      </p>
      {sentences.map((sentence) => (
        <p key={sentence} lang="en">
          {sentence}
        </p>
      ))}
      {outcome === 'private' && <p>{notListed.nextSteps.private}</p>}
      {hasPage && (
        <p>
          <a href={`/server/play/${hash}/`}>{messages.open}</a>
        </p>
      )}
    </li>
  );
}
