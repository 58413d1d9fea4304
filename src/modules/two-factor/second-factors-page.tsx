// The second factors of an account: an app, codes by email, and recovery codes, each on a page of its own.
/** @jsxImportSource preact */

import type { ComponentChildren, VNode } from 'preact';
import { encode } from 'uqr';
import {
  formPage,
  type OwnerRequest,
  type PagePorts,
  type PageRoute,
} from '../../platform/http/page.ts';
import { seeOther } from '../../platform/http/page-form.ts';
import { NO_SNIFFING } from '../../platform/http/security-headers.ts';
import type { Clock } from '../../platform/lib/clock.ts';
import type { Timers } from '../../platform/lib/timers.ts';
import { pauseIfBusy } from '../../platform/lib/timers.ts';
import type { AccountVisitor, Caller } from '../../platform/lib/visitor.ts';
import { type FieldOf, Fields, type FormState } from '../../platform/views/form-fields.tsx';
import { FieldsForm, Form, FormPage, Notice, SubmitButton } from '../../platform/views/forms.tsx';
import { LinkLine, type Site, siteName } from '../../platform/views/layout.tsx';
import { CopyButton } from '../../platform/views/parts.tsx';
import {
  accountNavigation,
  codeField,
  SECURITY_PATH,
  SEND_CODE_PATH,
} from '../account/account-parts.tsx';
import type { Account, AccountReport } from '../account/index.ts';
import { accountTexts } from '../account/messages.ts';
import { securityMessages as messages, twoFactorFailures } from './messages.ts';
import {
  describeProof,
  needsCode,
  type ProofFacts,
  type ProofParts,
  ProvenForm,
  proofOf,
  RECOVERED_PATH,
  RECOVERY_PATH,
} from './proof-parts.tsx';
import type { SecuritySettings } from './security-settings.ts';

export const APP_PATH = '/acc/security/app/';
const APP_CONFIRM_PATH = '/acc/security/app/confirm/';
const APP_OFF_PATH = '/acc/security/app/off/';
const APP_NEW_PATH = '/acc/security/app/new/';

export const MAIL_PATH = '/acc/security/mail/';
const MAIL_OFF_PATH = '/acc/security/mail/off/';

const RECOVERY_DONE_PATH = '/acc/security/recovery-codes/done/';
/** Answers with the recovery codes as a file while they are shown. */
export const RECOVERY_FILE_PATH = '/acc/security/recovery-codes/download/';

const PAGES = [APP_PATH, APP_NEW_PATH, MAIL_PATH, RECOVERY_PATH] as const;

type FactorPath = (typeof PAGES)[number];

/** The pages of accounts, whose forms need a code. */
const WITH_CODES = /^\/(?:acc|server\/own)\/(?:[0-9a-z-]+\/){1,3}$/;

/** A change by a form: its page, its action, its name in the service's log, and the page that follows. */
interface Change {
  page: FactorPath;
  action(
    owner: AccountVisitor<Account>,
    proof: { password: string; code: string },
    caller: Caller,
  ): Promise<void>;
  notice?: string;
  /** Turns a factor on. Earlier sessions never showed a code, so the form offers to end them. */
  offersEnd?: boolean;
  /** The page that follows. Default: the new recovery codes, or the overview if there are none. */
  next?: string;
}

/** The line of another module in the overview. */
export interface OverviewLine {
  Line(properties: {
    facts: Awaited<ReturnType<SecuritySettings['describe']>> & { now: number };
  }): VNode | null;
}

export interface SecurityParts extends ProofParts {
  /** The second factors of other modules. */
  furtherFactors?: readonly OverviewLine[];
  /** The logins of other modules that need no password. */
  otherLogins?: readonly OverviewLine[];
}

declare module '../../platform/module/description.ts' {
  interface PageParts extends SecurityParts {}
}

/** The ports of the pages that show and change the security of accounts. */
export type SecurityPagePorts = PagePorts<Account> & {
  parts: SecurityParts;
  report: AccountReport;
  security: SecuritySettings;
  site: { identity(): { name: string } };
  timers: Timers;
};

/** Ends all sessions of the account except this one. */
export async function endOthers(
  context: SecurityPagePorts,
  requested: OwnerRequest<Account>,
): Promise<void> {
  const { visitor, caller } = requested;
  await context.security.endOtherSessions(visitor, caller());
  context.report('account_changed', {
    change: 'other sessions ended',
    account: visitor.account.name,
  });
}

/** Answers with the codes as a file while the page shows them. They are in no address, and nothing caches them. */
async function downloadCodes(
  { security, site }: SecurityPagePorts,
  { visitor }: OwnerRequest<Account>,
): Promise<Response> {
  const codes = await security.findFreshCodes(visitor);
  if (codes === undefined) return seeOther(RECOVERY_PATH);
  const { name } = visitor.account;
  const text = describeRecoveryCodes({ name, site: site.identity().name }, codes);
  return new Response(text, {
    headers: {
      'content-type': 'text/plain; charset=utf-8',
      'content-disposition': `attachment; filename="recovery-codes-${name}.txt"`,
      'cache-control': 'private, no-store',
      ...NO_SNIFFING,
    },
  });
}

/** The page after a login with a recovery code, before the login continues. */
async function showRecovered(
  { security }: SecurityPagePorts,
  { visitor, site, next }: OwnerRequest<Account>,
) {
  if (!(await security.isRecovered(visitor))) return seeOther(next);
  const { appSince, recoveryCodesLeft } = await security.describe(visitor);
  const { recovered } = messages;
  return (
    <FormPage site={site()} title={recovered.title}>
      <Notice kind="warning">
        <p>{recovered.left(recoveryCodesLeft)}</p>
        {appSince !== null && (
          <p>
            {recovered.lost} <a href={APP_NEW_PATH}>{recovered.setUp}</a>
          </p>
        )}
      </Notice>
      <LinkLine look="button play" href={next} label={accountTexts.goOn} />
      <LinkLine href={RECOVERY_PATH} label={messages.recoveryChange} />
    </FormPage>
  );
}

/** What the form of each path changes. */
const listChanges = (security: SecuritySettings): Readonly<Record<string, Change>> => ({
  [APP_PATH]: { page: APP_PATH, action: security.startApp, next: APP_PATH },
  [APP_NEW_PATH]: { page: APP_NEW_PATH, action: security.startApp, next: APP_PATH },
  [APP_CONFIRM_PATH]: {
    page: APP_PATH,
    action: (owner, { code }, caller) => security.confirmApp(owner, code, caller),
    notice: 'app turned on',
    offersEnd: true,
  },
  [APP_OFF_PATH]: {
    page: APP_PATH,
    action: security.turnOffApp,
    notice: 'app turned off',
    next: SECURITY_PATH,
  },
  [MAIL_PATH]: {
    page: MAIL_PATH,
    action: security.turnOnMailCodes,
    notice: 'mailed codes turned on',
    offersEnd: true,
  },
  [MAIL_OFF_PATH]: {
    page: MAIL_PATH,
    action: security.turnOffMailCodes,
    notice: 'mailed codes turned off',
    next: SECURITY_PATH,
  },
  [RECOVERY_PATH]: {
    page: RECOVERY_PATH,
    action: security.renewRecoveryCodes,
    notice: 'recovery codes made',
  },
});

/** The pages of the factors, and what their forms change. */
export function secondFactorPages(context: SecurityPagePorts, clock: Clock): PageRoute<Account>[] {
  const { security, report, timers } = context;

  const pages = {
    [APP_PATH]: async (facts: ChangeFacts, owner: AccountVisitor<Account>) => (
      <AppPage {...facts} setup={await security.findAppSetup(owner)} />
    ),
    [APP_NEW_PATH]: async (facts: ChangeFacts, owner: AccountVisitor<Account>) => (
      <AppPage {...facts} setup={undefined} isNew isProven={await security.isRecovered(owner)} />
    ),
    [MAIL_PATH]: (facts: ChangeFacts) => <MailCodesPage {...facts} />,
    [RECOVERY_PATH]: async (facts: ChangeFacts, owner: AccountVisitor<Account>) => (
      <RecoveryCodesPage {...facts} freshCodes={await security.findFreshCodes(owner)} />
    ),
  };

  const changes = listChanges(security);

  const show =
    (page: FactorPath) => async (requested: OwnerRequest<Account>, failed: FormState) => {
      const { facts, state } = await describeProof(context, clock, requested, failed);
      const { next, visitor, site } = requested;
      return pages[page]({ ...facts, site: site(), state, next }, visitor);
    };

  const formOf = ({ page, action, notice, offersEnd = false, next }: Change) =>
    formPage<OwnerRequest<Account>>({
      show: show(page),
      async submit(requested) {
        const { visitor, form } = requested;
        const { proof, caller } = proofOf(requested);
        await action(visitor, proof, caller);
        if (notice !== undefined)
          report('account_changed', { change: notice, account: visitor.account.name });
        if (offersEnd && form.field('end_others') === 'yes') await endOthers(context, requested);
        if (next !== undefined) return seeOther(next);
        const codes = await security.findFreshCodes(visitor);
        return seeOther(codes === undefined ? SECURITY_PATH : RECOVERY_PATH);
      },
      keep: ({ fields }) => (offersEnd ? fields('end_others') : {}),
      onFailure: (failure) => pauseIfBusy(timers, failure),
    });

  async function sendCode({ visitor, form }: OwnerRequest<Account>) {
    const wanted = form.field('back');
    // The form could name any other path.
    const back = WITH_CODES.test(wanted) ? wanted : MAIL_PATH;
    const { nextMailAt } = await security.describe(visitor);
    if (nextMailAt > clock.now()) return seeOther(`${back}?wait`);
    await security.mailCode(visitor);
    return seeOther(`${back}?sent`);
  }

  const actions: Record<string, (requested: OwnerRequest<Account>) => Promise<Response>> = {
    [SEND_CODE_PATH]: sendCode,
    async [RECOVERY_DONE_PATH]({ visitor, next }) {
      await security.forgetFreshCodes(visitor);
      return seeOther(next === '/' ? SECURITY_PATH : next);
    },
    [RECOVERY_FILE_PATH]: (requested) => downloadCodes(context, requested),
    ...Object.fromEntries(Object.entries(changes).map(([path, it]) => [path, formOf(it).post])),
  };
  const owner = { who: 'owner', page: SECURITY_PATH } as const;
  return [
    ...Object.entries(actions).map(([path, post]) => ({ ...owner, path, post })),
    {
      who: 'owner',
      path: RECOVERED_PATH,
      query: ['next'],
      get: (requested) => showRecovered(context, requested),
    },
    ...PAGES.map((path) => ({
      who: 'owner' as const,
      path,
      query: ['sent', 'wait', 'next'],
      get: formOf({ ...changes[path], page: path } as Change).get,
    })),
  ];
}

/** `next` is where to go on after new recovery codes; `/` for the overview. */
type ChangeFacts = ProofFacts & { site: Site; state: FormState; next: string };

/** Formats a key or a code in groups of four, which are easier to read. Programs ignore the spaces. */
function inGroups(text: string): string {
  return text.replace(/.{4}(?=.)/g, '$& ');
}

/** A page of one factor, beside the other pages of the account. */
function FactorPage(
  page: Pick<ChangeFacts, 'site' | 'state'> & { title: string; children: ComponentChildren },
) {
  const { children, ...facts } = page;
  return (
    <FormPage {...facts} navigation={accountNavigation(SECURITY_PATH)}>
      <LinkLine look="back" href={SECURITY_PATH} label={messages.back} />
      {children}
    </FormPage>
  );
}

/** A ticked box that ends the account's other sessions, since they began without the second factor. */
const endOthersField = (isFirst = true): FieldOf => ({
  name: 'end_others',
  label: messages.endOthers,
  hint: isFirst ? messages.endOthersHint : undefined,
  isChecked: true,
});

/** Empty space around a QR code, in modules. */
const QUIET_ZONE = 4;

type AppSetup = NonNullable<Awaited<ReturnType<SecuritySettings['findAppSetup']>>>;

/** The next step: the password, the QR code, or turning the app off. A proven session needs no code. */
function AppPage(
  facts: ChangeFacts & { setup: AppSetup | undefined; isNew?: boolean; isProven?: boolean },
) {
  const { site, state, setup, isNew = false, isProven = false } = facts;
  const isOn = facts.appSince !== null;
  const step =
    isOn && !isNew
      ? ({ action: APP_OFF_PATH, submit: messages.appOff, kind: 'danger' } as const)
      : { submit: accountTexts.goOn };
  const unproven = { appSince: null, mailCodesSince: null, passkeysSince: null };
  const proof = isProven ? { ...facts, ...unproven } : facts;
  const replaces = isNew ? messages.appReplaces : messages.appIsOn;
  return (
    <FactorPage site={site} title={messages.app} state={state}>
      {setup !== undefined ? (
        <Scan facts={facts} setup={setup} />
      ) : (
        <>
          <p>{isOn ? replaces : messages.appIntro}</p>
          <ProvenForm
            facts={proof}
            state={state}
            page={isNew ? APP_NEW_PATH : APP_PATH}
            {...step}
          />
          {isOn && !isNew && <LinkLine href={APP_NEW_PATH} label={messages.appNew} />}
        </>
      )}
    </FactorPage>
  );
}

function Scan({
  facts: { site, state, appSince },
  setup,
}: {
  facts: ChangeFacts;
  setup: AppSetup;
}) {
  return (
    <>
      <h2>{messages.appScanTitle}</h2>
      <QrCode text={setup.uri} label={messages.appScanAlt} />
      <p>{messages.appHere}</p>
      <LinkLine look="button quiet" href={setup.uri} label={messages.appOpen} />
      <h2>{messages.appTypeTitle}</h2>
      <p>{messages.appType(site.accountName ?? '', siteName(site))}</p>
      <p class="key-line row">
        <code class="key">{inGroups(setup.secret)}</code>
        <CopyButton text={setup.secret} what={messages.appKey} />
      </p>
      <p class="hint">{messages.appOnce}</p>
      <h2>{messages.appConfirmTitle}</h2>
      <FieldsForm
        action={APP_CONFIRM_PATH}
        fields={[codeField(messages.appConfirmHint), endOthersField(appSince === null)]}
        state={state}
        submit={messages.appConfirm}
      />
    </>
  );
}

/** A text as a QR code in SVG, dark on light in both colour schemes for scanners. `label` is for screen readers. */
function QrCode({ text, label }: { text: string; label: string }) {
  const { data, size } = encode(text, { ecc: 'M', border: QUIET_ZONE });
  return (
    <svg class="qr-code" role="img" aria-label={label} viewBox={`0 0 ${size} ${size}`}>
      <rect width={size} height={size} fill="#ffffff" />
      <path d={pathOf(data)} fill="#000000" shape-rendering="crispEdges" />
    </svg>
  );
}

/** One rectangle for each run of dark modules in a row. */
function pathOf(rows: readonly (readonly boolean[])[]): string {
  const parts: string[] = [];
  for (const [y, row] of rows.entries()) {
    for (let x = 0; x < row.length; x += 1) {
      if (!row[x]) continue;
      const start = x;
      while (row[x + 1]) x += 1;
      parts.push(`M${start} ${y}h${x - start + 1}v1H${start}z`);
    }
  }
  return parts.join('');
}

/** The form that turns codes by email on or off, or the reason why it cannot. */
function MailCodesPage(facts: ChangeFacts) {
  const { site, state, mailCodesSince, isMailOpen, isAddressConfirmed } = facts;
  const isOn = mailCodesSince !== null;
  const isPossible = isOn || (isMailOpen && isAddressConfirmed);
  const step = isOn
    ? ({ action: MAIL_OFF_PATH, submit: messages.mailOff, kind: 'danger' } as const)
    : { submit: messages.mailOn, last: <Fields fields={[endOthersField()]} state={state} /> };
  return (
    <FactorPage site={site} title={messages.mail} state={state}>
      <p>{isOn ? messages.mailIsOn : messages.mailIntro}</p>
      {isOn && !isMailOpen && <Notice kind="warning" text={messages.mailClosedOn} />}
      {isPossible ? (
        <ProvenForm facts={facts} state={state} page={MAIL_PATH} {...step} />
      ) : (
        <Notice
          kind="warning"
          text={isMailOpen ? twoFactorFailures.unconfirmed : messages.mailImpossible}
        />
      )}
    </FactorPage>
  );
}

/** The new codes if there are any, and otherwise the form that creates them. */
function RecoveryCodesPage(facts: ChangeFacts & { freshCodes: readonly string[] | undefined }) {
  const { site, state, freshCodes, next } = facts;
  return (
    <FactorPage
      site={site}
      title={freshCodes === undefined ? messages.recovery : messages.recoveryFreshTitle}
      state={state}
    >
      {freshCodes === undefined ? (
        <Renew facts={facts} />
      ) : (
        <Fresh codes={freshCodes} next={next} />
      )}
    </FactorPage>
  );
}

function describeRecoveryCodes(
  { name, site }: { name: string; site: string },
  codes: readonly string[],
): string {
  const lines = [messages.recoveryFile(name, site), messages.recoveryIntro];
  return `${[...lines, codes.map(inGroups).join('\n')].join('\n\n')}\n`;
}

function Fresh({ codes, next }: { codes: readonly string[]; next: string }) {
  return (
    <>
      <Notice kind="warning" text={messages.recoveryFresh} />
      <ul class="codes panel">
        {codes.map((code) => (
          <li key={code}>
            <code>{inGroups(code)}</code>
          </li>
        ))}
      </ul>
      <div class="buttons row">
        <CopyButton text={codes.map(inGroups).join('\n')} what={messages.recovery} />
        <form method="post" action={RECOVERY_FILE_PATH}>
          <button class="button quiet" type="submit">
            {messages.recoveryDownload}
          </button>
        </form>
      </div>
      <p>{messages.recoveryIntro}</p>
      <p>{messages.recoveryTyping}</p>
      <Form action={RECOVERY_DONE_PATH} hidden={{ next }}>
        <SubmitButton label={messages.recoveryDone} />
      </Form>
    </>
  );
}

function Renew({ facts }: { facts: ChangeFacts }) {
  return (
    <>
      <p>{messages.recoveryIntro}</p>
      {needsCode(facts) ? (
        <>
          <p>{messages.recoveryLeft(facts.recoveryCodesLeft)}</p>
          <ProvenForm
            facts={facts}
            state={facts.state}
            page={RECOVERY_PATH}
            submit={messages.recoveryRenew}
            last={<p class="hint">{messages.recoveryRenewHint}</p>}
          />
        </>
      ) : (
        <Notice kind="information" text={messages.recoveryNeedsFactor} />
      )}
    </>
  );
}
