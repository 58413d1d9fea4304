// The overview of an account's security: its second factors, its sessions, and its log.
/** @jsxImportSource preact */

import { type OwnerRequest, pageRoutes } from '../../platform/http/page.ts';
import { seeOther } from '../../platform/http/page-form.ts';
import { type Clock, DAY_MS } from '../../platform/lib/clock.ts';
import { labels } from '../../platform/messages/messages.ts';
import { accountPath } from '../../platform/messages/paths.ts';
import { HiddenField } from '../../platform/views/form-fields.tsx';
import { Form, FormPage, Notice, SubmitButton } from '../../platform/views/forms.tsx';
import { countryName } from '../../platform/views/parts.tsx';
import { agoOf, Moment } from '../../platform/views/time.tsx';
import {
  ACTIVITY_PATH,
  accountNavigation,
  SECURITY_PATH,
  SESSIONS_PATH,
  SettingLine,
} from '../account/account-parts.tsx';
import type { Account, AccountEvent } from '../account/index.ts';
import { accountTexts } from '../account/messages.ts';
import { ActionDetail } from '../audit/action-detail.tsx';
import { securityMessages as messages } from './messages.ts';
import { needsCode, RECOVERY_PATH } from './proof-parts.tsx';
import {
  APP_PATH,
  endOthers,
  MAIL_PATH,
  type SecurityPagePorts,
  type SecurityParts,
  secondFactorPages,
} from './second-factors-page.tsx';
import type { SecuritySettings } from './security-settings.ts';

const SESSION_END_PATH = `${SESSIONS_PATH}end/`;
const SESSIONS_END_PATH = `${SESSIONS_PATH}end-others/`;

/** Routes of `/acc/security/`, of the sessions, the account log, and the second factors. */
export function securityRoutes(context: SecurityPagePorts, clock: Clock) {
  const { security } = context;
  const toSessions = () => seeOther(SESSIONS_PATH);
  const action = { who: 'owner', page: SESSIONS_PATH } as const;

  return pageRoutes(context, [
    ...VIEWS.map(({ path, title, View }) => ({
      path,
      who: 'owner' as const,
      async get({ visitor, site }: OwnerRequest<Account>) {
        const facts = { ...(await security.describeAll(visitor)), now: clock.now() };
        return (
          <FormPage site={site()} title={title()} navigation={accountNavigation(path)}>
            {facts.protectedUntil > facts.now && (
              <Notice kind="warning" title={messages.guardedTitle} text={messages.guarded} />
            )}
            <View facts={facts} parts={context.parts} />
          </FormPage>
        );
      },
    })),
    {
      ...action,
      path: SESSION_END_PATH,
      async post({ visitor, form, caller }: OwnerRequest<Account>) {
        await security.endSession(visitor, form.field('session'), caller());
        return toSessions();
      },
    },
    {
      ...action,
      path: SESSIONS_END_PATH,
      async post(requested: OwnerRequest<Account>) {
        await endOthers(context, requested);
        return toSessions();
      },
    },
    ...secondFactorPages(context, clock),
  ]);
}

type Described = Awaited<ReturnType<SecuritySettings['describeAll']>>;
type SecurityFacts = Described & { now: number };

/** The pages, each with one task. */
const VIEWS = [
  { path: SECURITY_PATH, title: () => labels.twoFactor, View: Factors },
  { path: SESSIONS_PATH, title: () => accountTexts.sections.sessions, View: Sessions },
  { path: ACTIVITY_PATH, title: () => accountTexts.sections.activity, View: Log },
];

function Sessions({ facts: { sessions, now } }: { facts: SecurityFacts }) {
  return (
    <>
      <p>{messages.sessionsIntro}</p>
      <ul class="records">
        {sessions.map((session) => (
          <Session key={session.handle} session={session} now={now} />
        ))}
      </ul>
      {sessions.length > 1 && (
        <Form action={SESSIONS_END_PATH}>
          <p class="hint">{messages.sessionsEndHint}</p>
          <SubmitButton label={messages.endOthers} kind="danger" />
        </Form>
      )}
    </>
  );
}

function Session({ session, now }: { session: Described['sessions'][number]; now: number }) {
  const { handle, country, createdAt, lastUsedAt, isThisOne } = session;
  const device = messages.device(session.device);
  const isLate = now - lastUsedAt >= DAY_MS;
  return (
    <li>
      <p>
        <strong>{device}</strong>
        <span class="hint">
          {country !== '' && `${countryName(country)} · `}
          <Moment at={createdAt} text={messages.sessionBegan(agoOf(createdAt, now))} />
          {' · '}
          {isLate ? messages.sessionUsed(agoOf(lastUsedAt, now)) : messages.sessionUsedLately}
        </span>
      </p>
      {isThisOne ? (
        <span class="tag">{messages.sessionThis}</span>
      ) : (
        <form method="post" action={SESSION_END_PATH}>
          <HiddenField name="session" value={handle} />
          <button class="button quiet" type="submit" aria-label={messages.sessionEndOf(device)}>
            {messages.sessionEnd}
          </button>
        </form>
      )}
    </li>
  );
}

function Log({ facts: { log, now } }: { facts: SecurityFacts }) {
  return (
    <>
      <p>{messages.logIntro}</p>
      <ul class="records">
        {log.map(({ at, event, device, country, detail, count }, index) => (
          <li key={index}>
            <p>
              <strong>{accountTexts.events[event]}</strong>
              <span class="hint">
                <Moment at={at} text={agoOf(at, now)} />
                {device !== '' && ` · ${messages.device(device)}`}
                {country !== '' && ` · ${countryName(country)}`}
                {count > 1 && ` · ${messages.logTimes(count)}`}
              </span>
              {detail !== '' && (
                <span class="hint">
                  <LogDetail event={event} detail={detail} />
                </span>
              )}
            </p>
          </li>
        ))}
      </ul>
    </>
  );
}

/** Details are a count, a manual change, or a text by a person. */
function LogDetail({ event, detail }: { event: AccountEvent; detail: string }) {
  if (event === 'details changed') return <ActionDetail text={detail} />;
  return <>{event === 'other sessions ended' ? messages.logSessions(Number(detail)) : detail}</>;
}

const FEW_CODES = 3;

function Factors({ facts, parts }: { facts: SecurityFacts; parts: SecurityParts }) {
  const { furtherFactors = [], otherLogins = [] } = parts;
  const { appSince, mailCodesSince, recoveryCodesLeft, isMailOpen } = facts;
  const hasFactor = needsCode(facts);
  const isMailHidden = mailCodesSince === null && !isMailOpen;
  return (
    <>
      <p>{messages.factorIntro}</p>
      {mailCodesSince !== null && !isMailOpen && (
        <Notice kind="warning" text={messages.mailClosedOn} />
      )}
      <ul class="records">
        {!facts.hasPassword && (
          <SettingLine label={labels.password} state={messages.passwordNone}>
            <a href={accountPath('password')}>{messages.setPassword}</a>
          </SettingLine>
        )}
        <SettingLine label={messages.app} state={<State since={appSince} now={facts.now} />}>
          <a href={APP_PATH}>{appSince === null ? messages.appSetUp : messages.appOff}</a>
        </SettingLine>
        <SettingLine
          label={messages.mail}
          state={
            isMailHidden ? messages.mailClosed : <State since={mailCodesSince} now={facts.now} />
          }
        >
          {!isMailHidden && (
            <a href={MAIL_PATH}>
              {mailCodesSince === null ? messages.mailSetUp : messages.mailOff}
            </a>
          )}
        </SettingLine>
        {furtherFactors.map(({ Line }, index) => (
          <Line key={index} facts={facts} />
        ))}
        <SettingLine
          label={messages.recovery}
          state={hasFactor ? messages.recoveryLeft(recoveryCodesLeft) : messages.recoveryNone}
        >
          {hasFactor && <a href={RECOVERY_PATH}>{messages.recoveryChange}</a>}
        </SettingLine>
      </ul>
      {hasFactor && <p class="hint">{messages.launcherCodes}</p>}
      {hasFactor && recoveryCodesLeft < FEW_CODES && (
        <Notice kind="warning" text={messages.recoveryFew} />
      )}
      {otherLogins.length > 0 && (
        <>
          <h2>{messages.otherLogins}</h2>
          <ul class="records">
            {otherLogins.map(({ Line }, index) => (
              <Line key={index} facts={facts} />
            ))}
          </ul>
        </>
      )}
    </>
  );
}

function State({ since, now }: { since: number | null; now: number }) {
  if (since === null) return <>{messages.off}</>;
  return <Moment at={since} text={messages.on(agoOf(since, now))} />;
}
