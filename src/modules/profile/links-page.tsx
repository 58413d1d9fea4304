// Pages of links in emails: confirming an address, and setting a new password in place of a forgotten one.
/** @jsxImportSource preact */

import type { ComponentChildren } from 'preact';
import { parseNextPath, withNext } from '../../platform/http/next-path.ts';
import {
  formPage,
  type OwnerRequest,
  type PageRequest,
  type PageRoute,
  pageRoutes,
} from '../../platform/http/page.ts';
import { seeOther } from '../../platform/http/page-form.ts';
import type { Clock } from '../../platform/lib/clock.ts';
import { labels, messages } from '../../platform/messages/messages.ts';
import { type AccountPage, accountPath } from '../../platform/messages/paths.ts';
import {
  AccountNameField,
  Fields,
  type FormState,
  HiddenField,
} from '../../platform/views/form-fields.tsx';
import {
  Countdown,
  FieldsForm,
  Form,
  FormPage,
  Help,
  Notice,
  SubmitButton,
} from '../../platform/views/forms.tsx';
import { LinkLine } from '../../platform/views/layout.tsx';
import { ButtonLink, Paragraph } from '../../platform/views/parts.tsx';
import {
  codeField,
  emailField,
  nameField,
  newPasswordField,
  note,
  ProofOfWork,
  toAccount,
  toForgot,
  tokenParameter,
  toList,
} from '../account/account-parts.tsx';
import type { Account, AccountEvent, RegistrationRules } from '../account/index.ts';
import { accountTexts } from '../account/messages.ts';
import type { AddressState, LinkPurpose } from './address-change.ts';
import { findInbox } from './mail-hosts.ts';
import { accountMessages, recoveryFailures } from './messages.ts';
import {
  answerDeadLink,
  InboxLink,
  leadToDone,
  type ProfilePorts,
  showNotice,
} from './profile-parts.tsx';

const { forgot, links, verify } = accountMessages;
/** How often the waiting page checks whether its link was opened elsewhere. */
const WATCH_SECONDS = 4;
const SENT_PATH = `${accountPath('forgot')}sent/`;

/** Routes of `/acc/forgot/`, `/acc/forgot/sent/` and `/acc/reset/<token>/`. */
export function recoveryRoutes(context: ProfilePorts) {
  const { registration } = context;
  const { recovery } = context.profile;

  async function showForgot(requested: PageRequest, state: FormState) {
    const { site, sessionValue, form } = requested;
    const isFailed = state.problems.length > 0;
    if (!registration.canMail && !isFailed) {
      const notice = {
        title: accountTexts.forgot,
        texts: [recoveryFailures.cannotSend],
        links: [toList()],
      };
      return showNotice(requested, { kind: 'information', ...notice });
    }
    const challenge = isFailed ? form.field('challenge') : undefined;
    const registrationCheck = await recovery.openForm(sessionValue, challenge);
    return (
      <FormPage
        site={site()}
        title={accountTexts.forgot}
        state={state}
        aside={<Help title={forgot.noAccess} text={forgot.noAccessHint} />}
      >
        <p>{forgot.intro}</p>
        <FieldsForm
          action={accountPath('forgot')}
          fields={[nameField('who', forgot.who)]}
          state={state}
          submit={forgot.submit}
        >
          {registrationCheck !== undefined && (
            <ProofOfWork registrationCheck={registrationCheck} soonestMs={0} />
          )}
        </FieldsForm>
      </FormPage>
    );
  }

  async function requestReset({ request, sessionValue, form }: PageRequest): Promise<Response> {
    const who = form.field('who').trim();
    await recovery.request(who, context.addressOf(request), {
      sessionValue,
      challenge: form.field('challenge'),
      proof: form.field('proof'),
    });
    // The link follows only from the typed text, like the page. Neither reveals whether an account exists.
    const inbox = who.includes('@') ? findInbox(who)?.host : undefined;
    return seeOther(inbox === undefined ? SENT_PATH : `${SENT_PATH}?inbox=${inbox}`);
  }

  async function showReset(requested: PageRequest, state: FormState) {
    const { token = '' } = requested.params;
    const link = await recovery.findLink(token);
    if (link === undefined) return answerDead(requested);
    const { title, intro, submit } = accountMessages.reset;
    const name = link.accountName;
    return (
      <FormPage site={requested.site()} title={title} state={state}>
        <p>{intro(name)}</p>
        <Form action={accountPath('reset', token)}>
          <AccountNameField value={name} />
          <HiddenField name="act" value="reset" />
          <Fields fields={[newPasswordField()]} state={state} />
          <SubmitButton label={submit} />
        </Form>
      </FormPage>
    );
  }

  async function reset(requested: PageRequest): Promise<Response> {
    const { token = '' } = requested.params;
    const done = await recovery.reset(token, requested.form.field('new_password'));
    if (done === undefined) return answerDead(requested);
    const { accountId: id, accountName: name } = done;
    await note(context, requested, { id, name }, 'password reset');
    return leadToDone('reset');
  }

  const answerDead = (requested: PageRequest) =>
    answerDeadLink(requested, undefined, { ...toForgot(), label: links.deadReset });

  return pageRoutes(context, [
    {
      path: accountPath('forgot'),
      who: 'visitor',
      ...formPage({ show: showForgot, submit: requestReset, keep: ({ fields }) => fields('who') }),
    },
    { path: SENT_PATH, who: 'visitor', query: ['inbox'], get: showSent },
    {
      path: `${accountPath('reset')}:token`,
      who: 'visitor',
      parameter: tokenParameter(answerDead),
      ...formPage({ show: showReset, submit: reset }),
    },
  ]);
}

function showSent({ site, query }: PageRequest) {
  return (
    <FormPage
      site={site()}
      title={forgot.sentTitle}
      aside={
        <Help
          title={verify.againTitle}
          text={forgot.sentSlow}
          href={accountPath('forgot')}
          label={labels.tryAgain}
        />
      }
    >
      <p>{forgot.sent}</p>
      <InboxLink inbox={findInbox(query.inbox ?? '')} />
    </FormPage>
  );
}

/** The action of each link, and the page it leads to afterwards. */
const LINKS: readonly {
  page: AccountPage;
  purpose: LinkPurpose;
  done: keyof typeof accountMessages.done;
  event: AccountEvent;
}[] = [
  { page: 'verify', purpose: 'verify address', done: 'verified', event: 'address verified' },
  { page: 'confirmEmail', purpose: 'new address', done: 'address', event: 'address changed' },
  { page: 'undoEmail', purpose: 'undo address', done: 'undone', event: 'address change undone' },
];

/** Routes of `/acc/verify/`, and of the links `/acc/verify/<token>/`, `/acc/email/confirm/<token>/` and `/acc/email/undo/<token>/`. */
export function verifyRoutes(context: ProfilePorts, clock: Clock) {
  const { registration, profile, report } = context;
  const { rules } = registration;
  const { address } = profile;

  /** Leads on, by default to the page where the registration began. */
  async function show({ account, form, query, site }: OwnerRequest<Account>, state: FormState) {
    const described = await address.describe(account);
    const next = parseNextPath(form.field('next') || query.next || described.next);
    const { canMail } = registration;
    const isVerified = account.verifiedAt !== null;
    const isWaiting = canMail && (!described.isConfirmed || described.pending !== undefined);
    // The reader came from a page that goes on by itself, or pressed its button.
    if (isVerified && !isWaiting && next !== '/') return seeOther(next);
    const title = isWaiting
      ? accountTexts.confirmAddress
      : isVerified
        ? verify.done
        : labels.notVerified;
    const waiting = { next, isVerified, address: described, now: clock.now(), state };
    const further = (
      <>
        {!isVerified && <Unverified canMail={canMail} rules={rules} />}
        <LinkLine href={accountPath('account')} label={accountMessages.toAccount} />
        {isVerified && <LinkLine href="/" label={messages.failure.toTheList} />}
        {next !== '/' && <LinkLine href={next} label={accountTexts.goOn} />}
      </>
    );
    if (!isWaiting) {
      return (
        <FormPage site={site(next)} title={title} state={state}>
          {isVerified && <Notice kind="success" text={verify.doneNext} />}
          {further}
        </FormPage>
      );
    }
    const aside = (
      <>
        <NoEmail {...waiting} />
        {further}
      </>
    );
    return (
      <FormPage site={site(next)} title={title} state={state} aside={aside}>
        <Waiting {...waiting} />
      </FormPage>
    );
  }

  async function submit(requested: OwnerRequest<Account>): Promise<Response> {
    const { account, form, next } = requested;
    const kind = form.field('act');
    if (kind === 'again') {
      await address.sendAgain(account);
      report('account_changed', { change: 'email asked for again', account: account.name });
    } else if (kind === 'correct') {
      await address.correct(account, form.field('email'));
      report('account_changed', { change: 'address corrected', account: account.name });
    } else {
      await address.confirmByCode(account, form.field('code'));
      const isFirst = account.emailConfirmedAt === null;
      await note(context, requested, account, isFirst ? 'address verified' : 'address changed');
      if (next !== '/') return seeOther(next);
    }
    return seeOther(withNext(accountPath('verify'), next));
  }

  return pageRoutes(context, [
    {
      path: accountPath('verify'),
      who: 'owner',
      query: ['next'],
      ...formPage({
        show,
        submit,
        keep: ({ field, fields }) => (field('act') === 'correct' ? fields('email') : {}),
      }),
    },
    ...LINKS.map((link) => linkRoute(context, link)),
  ]);
}

/** The route of a link in an email. */
function linkRoute(
  context: ProfilePorts,
  { page, purpose, done, event }: (typeof LINKS)[number],
): PageRoute<Account> {
  const { address } = context.profile;
  const hint = purpose === 'undo address' ? links.deadUndo : links.deadVerify;
  const answerDead = (requested: PageRequest) =>
    answerDeadLink(requested, hint, toAccount(accountTexts.sections.title));
  return {
    path: `${accountPath(page)}:token`,
    who: 'visitor',
    parameter: tokenParameter(answerDead),
    async get(requested: PageRequest) {
      const { token = '' } = requested.params;
      const link = await address.findLink(purpose, token);
      if (link === undefined) return answerDead(requested);
      const { title, intro, submit } = {
        title: accountTexts.confirmAddress,
        ...links[purpose],
      };
      // Asks for a click before the link takes effect, because programs that scan emails press no button.
      return (
        <FormPage site={requested.site()} title={title}>
          <p>{intro(link.accountName, link.email)}</p>
          <Form action={accountPath(page, token)}>
            <SubmitButton label={submit} />
          </Form>
        </FormPage>
      );
    },
    async post(requested: PageRequest) {
      const { params, visitor } = requested;
      const link = await address.followLink(purpose, params.token ?? '');
      if (link === undefined) return answerDead(requested);
      const { accountId: id, accountName: name } = link;
      await note(context, requested, { id, name }, event);
      const isOwn = visitor.kind === 'account' && visitor.account.id === id;
      const next = parseNextPath(link.next);
      return isOwn && next !== '/' ? seeOther(next) : leadToDone(done, next);
    },
  };
}

function Unverified(facts: {
  canMail: boolean;
  rules: Pick<RegistrationRules, 'verification' | 'unverifiedDays'>;
}) {
  const { canMail, rules } = facts;
  const { verification, unverifiedDays: days } = rules;
  if (!canMail || verification !== 'mail') {
    return (
      <Notice kind="warning" title={verify.administratorTitle}>
        <Paragraph text={verify.administrator} />
        {days > 0 && <p>{verify.removedUnlessVerified(days)}</p>}
      </Notice>
    );
  }
  return <p>{days === 0 ? verify.keptUnverified : verify.removedAfter(days)}</p>;
}

/** `now` is in milliseconds since the Unix epoch. */
interface WaitingFacts {
  next: string;
  isVerified: boolean;
  address: AddressState;
  now: number;
  state: FormState;
}

/** The code of the email, or its link. */
function Waiting({ next, address, now, state }: WaitingFacts) {
  const { email, pending, codesWaitUntil, isStuck } = address;
  return (
    <>
      {isStuck ? (
        <Notice kind="warning" title={verify.stuckTitle} text={verify.stuck(pending ?? email)} />
      ) : (
        <>
          <p>{verify.sent(pending ?? email)}</p>
          <InboxLink inbox={findInbox(pending ?? email)} />
        </>
      )}
      {codesWaitUntil !== undefined && codesWaitUntil > now && (
        <Notice kind="warning">
          <Countdown
            ms={codesWaitUntil - now}
            sentence={verify.codesWait}
            done={verify.codesAgain}
          />
        </Notice>
      )}
      <VerifyForm act="code" next={next}>
        <Fields fields={[codeField(verify.codeHint, { digits: 'alone' })]} state={state} />
        <SubmitButton label={verify.submit} />
      </VerifyForm>
      <div id="opened" data-watch={WATCH_SECONDS}>
        <p class="hint scripted-only">{verify.opened}</p>
        <p class="unscripted-only">
          <ButtonLink href={withNext(accountPath('verify'), next)} label={verify.openedButton} />
        </p>
      </div>
    </>
  );
}

/** What helps when no email arrives: waiting, another email, another address. */
function NoEmail({ next, address, isVerified, now, state }: WaitingFacts) {
  const { email, nextSendAt, isConfirmed, isStuck } = address;
  const waitMs = nextSendAt - now;
  const isRefused = state.problems.some(({ field }) => field === 'email');
  return (
    <>
      <h2>{verify.againTitle}</h2>
      {!isStuck && <p>{verify.slow}</p>}
      <VerifyForm act="again" next={next}>
        {waitMs > 0 ? (
          <Countdown ms={waitMs} sentence={verify.againIn} done={verify.againNow} />
        ) : (
          <p class="hint">{verify.againNow}</p>
        )}
        <SubmitButton label={verify.again} kind="quiet" isDisabled={waitMs > 0} />
      </VerifyForm>
      {!isVerified && !isConfirmed && (
        <details open={isRefused || isStuck}>
          <summary>{verify.correctTitle}</summary>
          <VerifyForm act="correct" next={next}>
            <Fields fields={[emailField(labels.emailAddress, { value: email })]} state={state} />
            <SubmitButton label={verify.correct} kind="quiet" />
          </VerifyForm>
        </details>
      )}
    </>
  );
}

function VerifyForm(properties: { act: string; next: string; children: ComponentChildren }) {
  const { act, next, children } = properties;
  return (
    <Form action={withNext(accountPath('verify'), next)} hidden={{ act, next }}>
      {children}
    </Form>
  );
}
