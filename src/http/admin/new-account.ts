// Making an account: the form, and what it sends.

import { findRole } from '../../accounts/roles.ts';
import { accountPath } from '../../pages/admin/accounts-page.tsx';
import { renderNewAccountPage } from '../../pages/admin/new-account-page.tsx';
import { EMPTY_FORM, type FormState } from '../../pages/forms.tsx';
import type { HttpContext } from '../context.ts';
import { statusOf } from '../errors.ts';
import { answerOwnPage } from '../html.ts';
import { seeOther } from '../web/own-form.ts';
import type { AdminRequest, AdminRoute } from './admin-route.ts';
import { isTold, problemOf } from './asked.ts';

/** What is kept of a form that was refused; never the password. */
const KEPT = ['name', 'email', 'role', 'verified', 'reason'] as const;
const LONGEST_KEPT = 500;

/** Routes of `/admin/accounts/new/`. */
export function newAccountRoutes({ administration }: HttpContext): AdminRoute[] {
  function show({ frame }: AdminRequest, state: FormState = EMPTY_FORM, status = 200): Response {
    return answerOwnPage(renderNewAccountPage({ frame, state }), status);
  }

  async function create(asked: AdminRequest): Promise<Response> {
    const { actor, form } = asked;
    const kept = KEPT.map((name) => [name, form.field(name).slice(0, LONGEST_KEPT)]);
    try {
      const request = {
        name: form.field('name').trim(),
        email: form.field('email').trim(),
        password: form.field('password'),
        role: findRole(form.field('role')) ?? 'player',
        isVerified: form.field('verified') === 'yes',
      };
      const account = await administration.by(actor).createAccount(request, form.field('reason'));
      return seeOther(`${accountPath(account.id)}?done=create`);
    } catch (error) {
      if (!isTold(error)) throw error;
      const problem = problemOf(error);
      return show(
        asked,
        { values: Object.fromEntries(kept), problems: [problem] },
        statusOf(error.kind),
      );
    }
  }

  const path = '/admin/accounts/new';
  return [
    { method: 'GET', path, role: 'administrator', answer: (asked) => show(asked) },
    { method: 'POST', path, role: 'administrator', answer: create },
  ];
}
