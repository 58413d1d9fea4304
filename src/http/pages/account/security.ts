// The pages where owners see how their account is secured: its sessions, second factors, and recovery codes.

import type { Caller } from '../../../accounts/accounts.ts';
import type { Clock } from '../../../lib/clock.ts';
import { Failure } from '../../../lib/failure.ts';
import { securityMessages } from '../../../messages/messages.ts';
import { accountPath } from '../../../messages/paths.ts';
import {
  type ChangeFacts,
  describeRecoveryCodes,
  renderAppPage,
  renderMailCodesPage,
  renderRecoveryCodesPage,
} from '../../../views/account/second-factor-pages.tsx';
import { renderSecurityPage } from '../../../views/account/security-page.tsx';
import * as paths from '../../../views/account/security-paths.ts';
import type { FormState } from '../../../views/forms.tsx';
import type { HttpContext } from '../../context.ts';
import { NO_SNIFFING } from '../../security-headers.ts';
import { describeBrowser, pauseIfBusy } from '../../session.ts';
import { type AccountVisitor, formPage, type OwnerRequest, pageRoutes } from '../page.ts';
import { seeOther } from '../page-form.ts';

const { SECURITY_PATH, APP_PATH, MAIL_PATH, RECOVERY_PATH } = paths;

type FactorPath = typeof APP_PATH | typeof MAIL_PATH | typeof RECOVERY_PATH;

/** Other pages whose forms need a code. */
const ACCOUNT_FORMS = (['password', 'email', 'export', 'delete'] as const).map((page) =>
  accountPath(page),
);

/** One change by a form: the page that has it, what does it, what the service's log calls it, and the page after it. */
interface Change {
  page: FactorPath;
  action(
    owner: AccountVisitor,
    proof: { password: string; code: string },
    caller: Caller,
  ): Promise<void>;
  notice?: string;
  /** Turns a factor on: sessions from before it never showed a code, and are ended where that is ticked. */
  offersEnd?: boolean;
  /** Unless given, the new recovery codes, or the overview where there are none. */
  next?: string;
}

/** Routes of `/acc/security/`, of its list of sessions, and of the changes below it. */
export function securityRoutes(context: HttpContext, clock: Clock) {
  const { accounts, report, timers } = context;
  const { security } = accounts;

  const pages = {
    [APP_PATH]: async (facts: ChangeFacts, owner: AccountVisitor) =>
      renderAppPage({ ...facts, setup: await security.findAppSetup(owner) }),
    [MAIL_PATH]: renderMailCodesPage,
    [RECOVERY_PATH]: async (facts: ChangeFacts, owner: AccountVisitor) =>
      renderRecoveryCodesPage({ ...facts, freshCodes: await security.findFreshCodes(owner) }),
  };

  const changes: Readonly<Record<string, Change>> = {
    [APP_PATH]: { page: APP_PATH, action: security.startApp, next: APP_PATH },
    [paths.APP_CONFIRM_PATH]: {
      page: APP_PATH,
      action: (owner, { code }, caller) => security.confirmApp(owner, code, caller),
      notice: 'app turned on',
      offersEnd: true,
    },
    [paths.APP_OFF_PATH]: {
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
    [paths.MAIL_OFF_PATH]: {
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
  };

  async function endOthers({ visitor, request }: OwnerRequest): Promise<void> {
    await security.endOtherSessions(visitor, describeBrowser(context, request));
    report('account_changed', { change: 'other sessions ended', account: visitor.account.name });
  }

  const show =
    (page: FactorPath) =>
    async ({ visitor, site, query }: OwnerRequest, state: FormState) => {
      const facts = { site: site(), state, isCodeSent: query.sent !== undefined, now: clock.now() };
      return pages[page]({ ...(await security.describe(visitor)), ...facts }, visitor);
    };

  const formOf = ({ page, action, notice, offersEnd = false, next }: Change) =>
    formPage<OwnerRequest>({
      show: show(page),
      async submit(requested) {
        const { visitor, form, request } = requested;
        const proof = { password: form.field('password'), code: form.field('code') };
        await action(visitor, proof, describeBrowser(context, request));
        if (notice !== undefined)
          report('account_changed', { change: notice, account: visitor.account.name });
        if (offersEnd && form.field('end_others') === 'yes') await endOthers(requested);
        if (next !== undefined) return seeOther(next);
        const codes = await security.findFreshCodes(visitor);
        return seeOther(codes === undefined ? SECURITY_PATH : RECOVERY_PATH);
      },
      keep: ({ fields }) => (offersEnd ? fields('end_others') : {}),
      onFailure: (failure) => pauseIfBusy(timers, failure),
    });

  async function sendCode(requested: OwnerRequest) {
    const { visitor, form } = requested;
    const wanted = form.field('back');
    const isOther = ACCOUNT_FORMS.includes(wanted);
    // The form could name any other path.
    const page = ([APP_PATH, RECOVERY_PATH] as const).find((path) => path === wanted) ?? MAIL_PATH;
    const back = isOther ? wanted : page;
    const { nextMailAt } = await security.describe(visitor);
    const seconds = Math.ceil((nextMailAt - clock.now()) / 1_000);
    if (seconds <= 0) {
      await security.mailCode(visitor);
      return seeOther(`${back}?sent`);
    }
    // These pages have routes of their own, and say themselves how long it takes.
    if (isOther) return seeOther(`${back}?wait`);
    const tooSoon = formPage<OwnerRequest>({
      show: show(page),
      submit() {
        const message = securityMessages.problems.tooSoon(seconds);
        throw new Failure('rate_limited', message, { retryAfterSeconds: seconds });
      },
    });
    return tooSoon.post(requested);
  }

  /** The codes as a file, as long as the page shows them: no address holds them, and nothing keeps them. */
  async function download({ visitor }: OwnerRequest): Promise<Response> {
    const codes = await security.findFreshCodes(visitor);
    if (codes === undefined) return seeOther(RECOVERY_PATH);
    const { name } = visitor.account;
    const text = describeRecoveryCodes({ name, site: context.site.identity().name }, codes);
    return new Response(text, {
      headers: {
        'content-type': 'text/plain; charset=utf-8',
        'content-disposition': `attachment; filename="recovery-codes-${name}.txt"`,
        'cache-control': 'private, no-store',
        ...NO_SNIFFING,
      },
    });
  }

  const toSessions = () => seeOther(`${SECURITY_PATH}#sessions`);
  const actions: Record<string, (requested: OwnerRequest) => Promise<Response>> = {
    async [paths.SESSION_END_PATH]({ visitor, form, request }) {
      const caller = describeBrowser(context, request);
      await security.endSession(visitor, form.field('session'), caller);
      return toSessions();
    },
    async [paths.SESSIONS_END_PATH](requested) {
      await endOthers(requested);
      return toSessions();
    },
    [paths.SEND_CODE_PATH]: sendCode,
    async [paths.RECOVERY_DONE_PATH]({ visitor }) {
      await security.forgetFreshCodes(visitor);
      return seeOther(SECURITY_PATH);
    },
    [paths.RECOVERY_FILE_PATH]: download,
    ...Object.fromEntries(Object.entries(changes).map(([path, it]) => [path, formOf(it).post])),
  };
  const owner = { who: 'owner', page: SECURITY_PATH } as const;
  return pageRoutes(context, [
    {
      path: SECURITY_PATH,
      who: 'owner',
      async get({ visitor, site }) {
        const described = await security.describeAll(visitor);
        return renderSecurityPage({ ...described, site: site(), now: clock.now() });
      },
    },
    ...Object.entries(actions).map(([path, post]) => ({ ...owner, path, post })),
    ...([APP_PATH, MAIL_PATH, RECOVERY_PATH] as const).map((path) => ({
      who: 'owner' as const,
      path,
      query: ['sent'],
      get: formOf({ ...changes[path], page: path } as Change).get,
    })),
  ]);
}
