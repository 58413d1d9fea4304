// The overview of an account's security: its second factor, its sessions, and what happened to it.
/** @jsxImportSource preact */

import type { AccountEvent } from '../../accounts/security-ports.ts';
import { countryName } from '../country.tsx';
import { HiddenField } from '../form-fields.tsx';
import { EMPTY_FORM, Form, FormPage, Notice, SubmitButton } from '../forms.tsx';
import { renderDocument, type Site } from '../layout.tsx';
import { durationOf, Moment } from '../time.tsx';
import { securityWords as words } from '../words/security.ts';
import { Factors } from './factor-list.tsx';
import { SESSION_END_PATH, SESSIONS_END_PATH } from './security-paths.ts';

/** What the overview shows. Times are milliseconds since the Unix epoch. */
export interface SecurityFacts {
  site: Site;
  now: number;
  appSince: number | null;
  mailCodesSince: number | null;
  recoveryCodesLeft: number;
  isMailOpen: boolean;
  guardedUntil: number;
  sessions: readonly SessionFacts[];
  log: readonly LogFacts[];
}

interface SessionFacts {
  handle: string;
  device: string;
  country: string;
  createdAt: number;
  lastUsedAt: number;
  isThisOne: boolean;
}

interface LogFacts {
  at: number;
  event: AccountEvent;
  device: string;
  country: string;
  detail: string;
  count: number;
}

const DAY_MS = 24 * 60 * 60_000;

/** The whole page. */
export function renderSecurityPage(facts: SecurityFacts): string {
  return renderDocument(
    <FormPage site={facts.site} title={words.title} state={EMPTY_FORM}>
      {facts.guardedUntil > facts.now && (
        <Notice kind="warning" title={words.guardedTitle}>
          <p>{words.guarded}</p>
        </Notice>
      )}
      <Factors facts={facts} />
      <Sessions facts={facts} />
      <Log facts={facts} />
    </FormPage>,
  );
}

function Sessions({ facts: { sessions, now } }: { facts: SecurityFacts }) {
  return (
    <section class="chapter" aria-labelledby="sessions">
      <h2 id="sessions">{words.sessionsTitle}</h2>
      <p>{words.sessionsIntro}</p>
      <ul class="records">
        {sessions.map((session) => (
          <Session key={session.handle} session={session} now={now} />
        ))}
      </ul>
      {sessions.length > 1 && (
        <Form action={SESSIONS_END_PATH}>
          <p class="hint">{words.sessionsEndHint}</p>
          <SubmitButton label={words.sessionsEnd} kind="danger" />
        </Form>
      )}
    </section>
  );
}

function Session({ session, now }: { session: SessionFacts; now: number }) {
  const { handle, country, createdAt, lastUsedAt, isThisOne } = session;
  const device = session.device || words.sessionUnknown;
  const isLate = now - lastUsedAt >= DAY_MS;
  return (
    <li>
      <p>
        <strong>{device}</strong>
        <span class="hint">
          {country !== '' && `${countryName(country)} · `}
          <Moment at={createdAt} text={words.sessionBegan(durationOf(createdAt, now))} />
          {' · '}
          {isLate ? words.sessionUsed(durationOf(lastUsedAt, now)) : words.sessionUsedLately}
        </span>
      </p>
      {isThisOne ? (
        <span class="tag">{words.sessionThis}</span>
      ) : (
        <form method="post" action={SESSION_END_PATH}>
          <HiddenField name="session" value={handle} />
          <button class="button quiet" type="submit" aria-label={words.sessionEndOf(device)}>
            {words.sessionEnd}
          </button>
        </form>
      )}
    </li>
  );
}

function Log({ facts: { log, now } }: { facts: SecurityFacts }) {
  return (
    <section class="chapter" aria-labelledby="log">
      <h2 id="log">{words.logTitle}</h2>
      <p>{words.logIntro}</p>
      <ul class="records">
        {log.map(({ at, event, device, country, detail, count }, index) => (
          <li key={index}>
            <p>
              <strong>{words.events[event]}</strong>
              <span class="hint">
                <Moment at={at} text={words.ago(durationOf(at, now))} />
                {device !== '' && ` · ${device}`}
                {country !== '' && ` · ${countryName(country)}`}
                {count > 1 && ` · ${words.logTimes(count)}`}
              </span>
              {detail !== '' && <span class="hint">{describeDetail(event, detail)}</span>}
            </p>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Everything but a count was written by a person. */
function describeDetail(event: AccountEvent, detail: string): string {
  return event === 'other sessions ended' ? words.logSessions(detail) : detail;
}
