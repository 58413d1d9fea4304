// The routes for a forgotten password: requesting an email, and setting a new password by its link.

import { Elysia } from 'elysia';
import { accountPath } from '../../../lib/account-paths.ts';
import { accountMessages } from '../../../messages/messages.ts';
import {
  renderForgotPage,
  renderResetPage,
} from '../../../views/account/account-recovery-pages.tsx';
import { EMPTY_FORM } from '../../../views/forms.tsx';
import type { HttpContext } from '../../context.ts';
import { findVisitor } from '../../cookies.ts';
import { answerSitePage } from '../../html.ts';
import { type MismatchedRequest, pathParameter, TOKEN } from '../../path-parameter.ts';
import { type CookieJar, openSession } from '../../session.ts';
import { answerForm } from '../form-failures.ts';
import { readPageForm, seeOther } from '../public/page-form.ts';
import { describeSite } from '../public/site.ts';
import { answerDeadLink, answerNotice, leadToDone, note } from './account-answers.ts';

const { forgot } = accountMessages;
const SENT_PATH = `${accountPath('forgot')}sent/`;

/** Routes of `/acc/forgot/`, `/acc/forgot/sent/` and `/acc/reset/<token>/`. */
export function recoveryRoutes(context: HttpContext) {
  const { registration } = context;
  const { recovery } = registration;

  async function open(request: Request, set: CookieJar) {
    const visitor = await findVisitor(context, request);
    const sessionValue = openSession(context, visitor, set);
    return { visitor, sessionValue, site: describeSite(context, visitor) };
  }

  async function showForgot(request: Request, set: CookieJar): Promise<Response> {
    const { visitor, sessionValue, site } = await open(request, set);
    if (registration.canMail) {
      const registrationCheck = await recovery.openForm(sessionValue);
      return answerSitePage(renderForgotPage({ site, state: EMPTY_FORM, registrationCheck }));
    }
    return answerNotice(context, visitor, {
      kind: 'information',
      title: forgot.title,
      texts: [forgot.closed],
      links: [{ href: '/', label: accountMessages.toList }],
    });
  }

  async function requestReset(request: Request, set: CookieJar): Promise<Response> {
    const form = await readPageForm(request, context);
    const { site, sessionValue } = await open(request, set);
    const who = form.field('who');
    const challenge = form.field('challenge');
    const work = { sessionValue, challenge, proof: form.field('proof') };
    return answerForm(
      async () => {
        await recovery.request(who, context.addressOf(request), work);
        return seeOther(SENT_PATH);
      },
      {
        values: { who },
        async show(state, status) {
          const registrationCheck = await recovery.openForm(sessionValue, challenge);
          return answerSitePage(renderForgotPage({ site, state, registrationCheck }), status);
        },
      },
    );
  }

  async function showSent(request: Request, set: CookieJar): Promise<Response> {
    const { visitor } = await open(request, set);
    return answerNotice(context, visitor, {
      kind: 'information',
      title: forgot.sentTitle,
      texts: [forgot.sent, forgot.sentSlow],
      links: [{ href: accountPath('forgot'), label: forgot.again }],
    });
  }

  async function showReset(request: Request, set: CookieJar, token: string): Promise<Response> {
    const { visitor, site } = await open(request, set);
    const link = await recovery.findLink(token);
    if (link === undefined) return answerDead(visitor);
    const path = accountPath('reset', token);
    return answerSitePage(renderResetPage({ site, ...link, path, state: EMPTY_FORM }));
  }

  async function reset(request: Request, set: CookieJar, token: string): Promise<Response> {
    const form = await readPageForm(request, context);
    const { visitor, site } = await open(request, set);
    const link = await recovery.findLink(token);
    if (link === undefined) return answerDead(visitor);
    return answerForm(
      async () => {
        const done = await recovery.reset(token, form.field('new_password'));
        if (done === undefined) return answerDead(visitor);
        const { accountId: id, accountName: name } = done;
        await note(context, request, { id, name }, 'password reset');
        return leadToDone('reset');
      },
      {
        show(state, status) {
          const path = accountPath('reset', token);
          return answerSitePage(renderResetPage({ site, ...link, path, state }), status);
        },
      },
    );
  }

  function answerDead(visitor: Parameters<typeof answerDeadLink>[1]): Response {
    const way = { href: accountPath('forgot'), label: forgot.title };
    return answerDeadLink(context, visitor, accountMessages.links.deadReset, way);
  }

  const path = accountPath('forgot').slice(0, -1);
  const resetPath = `${accountPath('reset')}:token`;
  const detail = { hide: true };
  const token = pathParameter('token', TOKEN, {
    async answerMismatch({ request, set }: MismatchedRequest) {
      if (request.method === 'POST') await readPageForm(request, context);
      return answerDead((await open(request, set)).visitor);
    },
  });
  return new Elysia({ name: 'recovery' })
    .get(path, ({ request, set }) => showForgot(request, set), { detail })
    .post(path, ({ request, set }) => requestReset(request, set), { parse: 'none', detail })
    .get(SENT_PATH.slice(0, -1), ({ request, set }) => showSent(request, set), { detail })
    .get(resetPath, ({ request, params, set }) => showReset(request, set, params.token), {
      ...token,
      detail,
    })
    .post(resetPath, ({ request, params, set }) => reset(request, set, params.token), {
      ...token,
      parse: 'none',
      detail,
    });
}
