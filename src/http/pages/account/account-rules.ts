// The page that asks for agreement to the rules of the site: after they changed, and where nobody was asked before.

import { Elysia } from 'elysia';
import { accountPath } from '../../../lib/account-paths.ts';
import { renderRulesAgreementPage } from '../../../views/account/registration-pages.tsx';
import { EMPTY_FORM, type FormState } from '../../../views/forms.tsx';
import type { HttpContext } from '../../context.ts';
import { answerSitePage } from '../../html.ts';
import { queryParameters } from '../../query-parameters.ts';
import { answerForm } from '../form-failures.ts';
import { parseNextPath } from '../public/next-path.ts';
import { forOwner, forPageForm } from '../public/owner-only.ts';
import { type PageForm, seeOther } from '../public/page-form.ts';
import type { AccountVisitor } from '../public/require-account.ts';
import { describeSite } from '../public/site.ts';

/** Routes of `/acc/rules/`. Nothing depends on the answer: whoever does not agree is asked again at the next login. */
export function rulesAgreementRoutes(context: HttpContext) {
  const { registration, events } = context;
  const { agreement } = registration;

  async function show(
    visitor: AccountVisitor,
    next: string,
    { state, status }: { state: FormState; status: number } = { state: EMPTY_FORM, status: 200 },
  ): Promise<Response> {
    const { account } = visitor;
    const version = agreement.findDue(account);
    if (version === undefined) return seeOther(next);
    const site = describeSite(context, visitor);
    const agreedAt = account.rulesAgreedAt ?? undefined;
    return answerSitePage(
      renderRulesAgreementPage({ site, next, version, agreedAt, state }),
      status,
    );
  }

  const path = accountPath('rules').slice(0, -1);
  const detail = { hide: true };
  return new Elysia({ name: 'rules agreement' })
    .get(
      path,
      ({ request, query, set }) =>
        forOwner(context, { request, set }, (owner) =>
          show(owner, parseNextPath(query.next ?? '')),
        ),
      { ...queryParameters('next'), detail },
    )
    .post(
      path,
      ({ request, set }) =>
        forPageForm(context, { request, set }, (owner, form) => {
          const next = parseNextPath(form.field('next'));
          return answerForm(
            async () => {
              await agreement.agree(owner.account, readAgreedRules(form));
              events.accountChanged('rules agreed to', owner.account.name);
              return seeOther(next);
            },
            { values: {}, show: (state, status) => show(owner, next, { state, status }) },
          );
        }),
      { parse: 'none', detail },
    );
}

/** The version of the rules that a form agrees to; empty without a tick. */
export function readAgreedRules(form: PageForm): string {
  return form.field('agree') === 'yes' ? form.field('rules') : '';
}
