// The second factors of an account, each with its state and a link that changes it.
/** @jsxImportSource preact */

import type { ComponentChildren } from 'preact';
import { securityMessages as messages } from '../../messages/messages.ts';
import { Notice } from '../forms.tsx';
import { agoOf, Moment } from '../time.tsx';
import { APP_PATH, MAIL_PATH, RECOVERY_PATH } from './security-paths.ts';

const FEW_CODES = 3;

/** The state of an account's second factors. Times are milliseconds since the Unix epoch. */
export interface FactorFacts {
  now: number;
  /** Since when an authenticator app is set up; `null` without one. */
  appSince: number | null;
  /** Since when codes by email are on; `null` while they are off. */
  mailCodesSince: number | null;
  recoveryCodesLeft: number;
  /** Whether emails can be sent. */
  isMailOpen: boolean;
}

/** The list with its heading. */
export function Factors({ facts }: { facts: FactorFacts }) {
  const { appSince, mailCodesSince, recoveryCodesLeft, isMailOpen } = facts;
  const hasFactor = appSince !== null || mailCodesSince !== null;
  const isMailHidden = mailCodesSince === null && !isMailOpen;
  return (
    <section class="chapter" aria-labelledby="factor">
      <h2 id="factor">{messages.factorTitle}</h2>
      <p>{messages.factorIntro}</p>
      {mailCodesSince !== null && !isMailOpen && (
        <Notice kind="warning">
          <p>{messages.mailClosedOn}</p>
        </Notice>
      )}
      <ul class="records">
        <Factor label={messages.app} state={<State since={appSince} now={facts.now} />}>
          <a href={APP_PATH}>{appSince === null ? messages.appSetUp : messages.appChange}</a>
        </Factor>
        <Factor
          label={messages.mail}
          state={
            isMailHidden ? messages.mailClosed : <State since={mailCodesSince} now={facts.now} />
          }
        >
          {!isMailHidden && (
            <a href={MAIL_PATH}>
              {mailCodesSince === null ? messages.mailSetUp : messages.mailChange}
            </a>
          )}
        </Factor>
        <Factor
          label={messages.recovery}
          state={hasFactor ? messages.recoveryLeft(recoveryCodesLeft) : messages.recoveryNone}
        >
          {hasFactor && <a href={RECOVERY_PATH}>{messages.recoveryChange}</a>}
        </Factor>
      </ul>
      {hasFactor && <p class="hint">{messages.launcherCodes}</p>}
      {hasFactor && recoveryCodesLeft < FEW_CODES && (
        <Notice kind="warning">
          <p>{messages.recoveryFew}</p>
        </Notice>
      )}
    </section>
  );
}

function Factor(properties: {
  label: string;
  state: ComponentChildren;
  children: ComponentChildren;
}) {
  return (
    <li>
      <p>
        <strong>{properties.label}</strong>
        <span class="hint">{properties.state}</span>
      </p>
      {properties.children}
    </li>
  );
}

function State({ since, now }: { since: number | null; now: number }) {
  if (since === null) return <>{messages.off}</>;
  return <Moment at={since} text={messages.on(agoOf(since, now))} />;
}
