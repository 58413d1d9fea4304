// The page that shows operators the heartbeats from their address, and why a server is not listed.
/** @jsxImportSource preact */

import type { ComponentChildren } from 'preact';
import { createAddressLimit } from '../../platform/http/address-limit.ts';
import { readBody } from '../../platform/http/form.ts';
import { answerSitePage } from '../../platform/http/html.ts';
import { HIDDEN_FORM } from '../../platform/http/openapi.ts';
import { describeSite, type PagePorts, pageRoutes } from '../../platform/http/page.ts';
import {
  answerForm,
  answerFormOnce,
  isSameOrigin,
  parseFields,
  seeOther,
} from '../../platform/http/page-form.ts';
import { findVisitor } from '../../platform/http/session.ts';
import { type Clock, HOUR_MS } from '../../platform/lib/clock.ts';
import { stripColourCodes } from '../../platform/lib/colour-codes.ts';
import { Failure } from '../../platform/lib/failure.ts';
import { cleanText, cutText } from '../../platform/lib/text.ts';
import type { Visitor } from '../../platform/lib/visitor.ts';
import { formats, labels } from '../../platform/messages/messages.ts';
import { HEARTBEAT_PATH } from '../../platform/messages/paths.ts';
import { FormNumber } from '../../platform/views/form-fields.tsx';
import { HELP_PATH, Page } from '../../platform/views/layout.tsx';
import { CodeBlock, Items, Paragraph, TableHead } from '../../platform/views/parts.tsx';
import { Ago, describeSpan } from '../../platform/views/time.tsx';
import type { OperatorReport, OperatorReports, ReportedHeartbeat } from '../heartbeat/index.ts';
import { helpMessages } from './messages.ts';

/** Checks that an address may request: three at once, then one every 10 s. */
const CHECK_BUDGET = { refill: 1, everyMs: 10_000, capacity: 3 };
/** A place for a check is free again after at most this time. */
const BUSY_SECONDS = 5;
const QUOTED_LIMIT = 20;

const messages = helpMessages.notListed;
const { failures } = messages;

type HelpPagePorts = PagePorts & { servers: { operatorReports: OperatorReports } };

export function helpRoutes(context: HelpPagePorts, clock: Clock) {
  const { baseUrl } = context;
  const { operatorReports } = context.servers;
  const admit = createAddressLimit(context, clock, CHECK_BUDGET, (seconds) =>
    failures.tooSoon(seconds),
  );

  function show(request: Request, visitor: Visitor, failure?: string) {
    const site = describeSite(context, visitor, HELP_PATH);
    const ip = context.addressOf(request);
    const report = operatorReports.reportOn(ip);
    const now = clock.now();
    const facts = { ip, report, now, baseUrl };
    return (
      <Page site={site} title={messages.title}>
        <div class={report.isIpv4 ? 'with-help' : undefined}>
          <div class="stack">
            <h1>{messages.title}</h1>
            {failure !== undefined && <Paragraph class="failure" role="alert" text={failure} />}
            {report.isIpv4 ? (
              <>
                <p class="reading">{messages.whose(ip)}</p>
                <p class="reading">{describeMemory(now - report.since)}</p>
                <Report {...facts} />
              </>
            ) : (
              <FromIpv6 {...facts} />
            )}
          </div>
          {report.isIpv4 && <More {...facts} />}
        </div>
      </Page>
    );
  }

  /** Tries the port again and redirects to the result. If the port is not tried, throws the reason. */
  async function check(request: Request, port: string): Promise<Response> {
    const ip = context.addressOf(request);
    admit(request);
    switch (await operatorReports.checkAgain(ip, port)) {
      case 'unknown':
        throw new Failure('invalid', failures.unknown(cutText(cleanText(port), QUOTED_LIMIT)));
      case 'unneeded':
        throw new Failure('conflict', failures.unneeded);
      case 'banned':
        throw new Failure('forbidden', failures.banned);
      case 'busy':
        throw new Failure('unavailable', failures.busy(BUSY_SECONDS), {
          retryAfterSeconds: BUSY_SECONDS,
        });
      default:
        // The page shows the result, and reloading it sends nothing again.
        return seeOther(`${HELP_PATH}#ports`);
    }
  }

  async function submit(request: Request): Promise<Response> {
    if (!isSameOrigin(request.headers, baseUrl)) {
      throw new Failure('forbidden', failures.foreign(`${baseUrl}${HELP_PATH}`));
    }
    const form = parseFields(await readBody(request));
    return answerFormOnce(context, request, form, {}, () => check(request, form.field('port')));
  }

  return pageRoutes(context, [
    {
      path: HELP_PATH,
      who: 'visitor',
      get: ({ request, visitor }) => show(request, visitor),
    },
  ]).post(
    HELP_PATH.slice(0, -1),
    // A form from another site gets its refusal on this page, too.
    ({ request }) =>
      answerForm(() => submit(request), {
        async show({ problems }, status) {
          const visitor = await findVisitor(context, request);
          return answerSitePage(show(request, visitor, problems[0]?.message), status);
        },
      }),
    HIDDEN_FORM,
  );
}

interface NotListed {
  ip: string;
  report: OperatorReport;
  /** Milliseconds since the Unix epoch. */
  now: number;
  baseUrl: string;
}

/** How far back heartbeats are remembered: less if the service started recently. */
function describeMemory(runningMs: number): string {
  return runningMs >= HOUR_MS
    ? messages.kept
    : messages.keptSince(formats.formatAgo(runningMs / 1000));
}

function FromIpv6(facts: NotListed) {
  const { baseUrl, ip, report } = facts;
  return (
    <>
      <section class="stack reading">
        <h2>{messages.ipv6Heading}</h2>
        <p>{messages.ipv6(ip)}</p>
        <p>{report.beats.length > 0 ? messages.ipv6Below : messages.ipv6Nothing}</p>
        <p>{messages.ipv6Next}</p>
        <CodeBlock text={messages.ipv6Command(`${baseUrl}${HELP_PATH}`)} />
      </section>
      {report.beats.length > 0 && <HeartbeatTable {...facts} />}
    </>
  );
}

function Report(facts: NotListed) {
  const { report } = facts;
  return (
    <>
      {report.beats.length === 0 ? <Nothing {...facts} /> : <HeartbeatTable {...facts} />}
      {report.ports.length > 0 && <Ports {...facts} />}
    </>
  );
}

function More({ report }: NotListed) {
  return (
    <aside>
      <h2>{messages.moreHeading}</h2>
      <ul>
        <Items texts={messages.more(describeSpan(report.staleAfterMs / 1000))} />
      </ul>
    </aside>
  );
}

function Nothing({ baseUrl }: NotListed) {
  return (
    <section class="stack reading">
      <h2>{messages.nothingHeading}</h2>
      <ul>
        <Items texts={messages.nothing} />
      </ul>
      <p>{messages.heartbeatAddress}</p>
      <CodeBlock text={baseUrl + HEARTBEAT_PATH} />
    </section>
  );
}

function HeartbeatTable({ report, now }: NotListed) {
  return (
    <section class="stack">
      <h2>{messages.heartbeatsHeading}</h2>
      <p class="hint">{messages.heartbeatsCaption}</p>
      <ol class="beats">
        {report.beats.map((beat, index) => (
          <HeartbeatRow key={index} beat={beat} staleAfterMs={report.staleAfterMs} now={now} />
        ))}
      </ol>
    </section>
  );
}

/** The outcome of a heartbeat, and the next step; `children` stand below. */
export function HeartbeatRow(facts: {
  beat: ReportedHeartbeat;
  staleAfterMs: number;
  now: number;
  children?: ComponentChildren;
}) {
  const { beat, staleAfterMs, now, children } = facts;
  const { name, port, outcome, sentences, firstAt, lastAt, count } = beat;
  return (
    <li class={`beat panel ${outcome}`}>
      <h3>
        <bdi>{name === '' ? messages.noName : stripColourCodes(name)}</bdi>
      </h3>
      <p class="hint">
        {messages.port} <b>{port === '' ? messages.noPort : port}</b>, <Ago at={lastAt} now={now} />
        , {messages.times(count)}
        {count > 1 && (
          <>
            {' '}
            <Ago at={firstAt} now={now} />
          </>
        )}
      </p>
      <p class="outcome">
        <strong>{messages.outcomes[outcome]}</strong>
      </p>
      {sentences.map((sentence) => (
        <Paragraph class="reading" key={sentence} text={messages.answer(sentence)} />
      ))}
      <div class="next-step">
        <p class="hint">{labels.whatToDo}</p>
        {nextSteps(beat, staleAfterMs).map((sentence) => (
          <Paragraph class="reading" key={sentence} text={sentence} />
        ))}
      </div>
      {children}
    </li>
  );
}

function nextSteps(beat: ReportedHeartbeat, staleAfterMs: number): string[] {
  const { outcome, reasons, isLatest } = beat;
  const steps = messages.nextSteps;
  if (!isLatest) return [steps.replaced];
  if (outcome === 'refused' || outcome === 'hidden') return reasons.map((reason) => steps[reason]);
  return [outcome === 'left' ? steps.left(describeSpan(staleAfterMs / 1000)) : steps[outcome]];
}

function describeUnchecked({ beats, isPortChecked }: OperatorReport, port: number): string {
  const latest = beats.find((beat) => beat.isLatest && Number(beat.port) === port);
  const isLeftOut = latest?.outcome === 'private' || latest?.outcome === 'hidden';
  return isPortChecked && isLeftOut ? messages.uncheckedPrivate : messages.unchecked;
}

function Ports({ report, now }: NotListed) {
  const { port, lastCheck, again } = messages;
  return (
    <section id="ports" class="stack">
      <h2>{messages.portsHeading}</h2>
      <p class="reading">{report.isPortChecked ? messages.checkHint : messages.portsFree}</p>
      <table class="plain-table panel">
        <caption>{messages.portsCaption}</caption>
        <TableHead heads={report.isPortChecked ? [port, lastCheck, again] : [port, lastCheck]} />
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
                      {check.isOpen ? messages.open : messages.closed}
                    </strong>
                    , <Ago at={check.at} now={now} />
                  </>
                )}
              </td>
              {report.isPortChecked && (
                <td>
                  <form method="post" action={HELP_PATH}>
                    <FormNumber />
                    <button class="button quiet" type="submit" name="port" value={port}>
                      {messages.again}
                      <span class="hidden-label">{messages.checkPort(port)}</span>
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
