// Making an account: the form, and what it sends.

import { findRole } from '../../../accounts/roles.ts';
import { accountPath } from '../../../views/admin/accounts-page.tsx';
import { renderNewAccountPage } from '../../../views/admin/new-account-page.tsx';
import { EMPTY_FORM, type FormState } from '../../../views/forms.tsx';
import type { HttpContext } from '../../context.ts';
import { answerSitePage } from '../../html.ts';
import { answerForm, seeOther } from '../public/page-form.ts';
import type { AdminRequest, AdminRoute } from './admin-route.ts';

/** The fields that are shown again when the form fails; never the password. */
const KEPT = ['name', 'email', 'role', 'verified', 'reason'] as const;
const LONGEST_KEPT = 500;

/** Routes of `/admin/accounts/new/`. */
export function newAccountRoutes({ administration }: HttpContext): AdminRoute[] {
  function show({ frame }: AdminRequest, state: FormState = EMPTY_FORM, status = 200): Response {
    return answerSitePage(renderNewAccountPage({ frame, state }), status);
  }

  async function create(requested: AdminRequest): Promise<Response> {
    const { actor, form } = requested;
    return answerForm(
      async () => {
        const request = {
          name: form.field('name').trim(),
          email: form.field('email').trim(),
          password: form.field('password'),
          role: findRole(form.field('role')) ?? 'player',
          isVerified: form.field('verified') === 'yes',
        };
        const account = await administration.by(actor).createAccount(request, form.field('reason'));
        return seeOther(`${accountPath(account.id)}?done=create`);
      },
      {
        values: Object.fromEntries(KEPT.map((name) => [name, form.field(name)])),
        keptLength: LONGEST_KEPT,
        show: (state, status) => show(requested, state, status),
      },
    );
  }

  const path = '/admin/accounts/new';
  return [
    { method: 'GET', path, role: 'administrator', answer: (requested) => show(requested) },
    { method: 'POST', path, role: 'administrator', answer: create },
  ];
}
