// What the site is called and looks like, changed by administrators in place of the settings.

import { Failure } from '../../../lib/failure.ts';
import { formatBytes } from '../../../lib/text.ts';
import { siteAdminMessages as messages, siteFailures } from '../../../messages/messages.ts';
import { parseReason } from '../../../servers/moderation/moderation.ts';
import {
  LARGEST_LOGO,
  LONGEST_DESCRIPTION,
  LONGEST_DOCUMENT,
  LONGEST_NAME,
  MOST_FOOTER_LINKS,
  type SiteField,
} from '../../../site/site.ts';
import type { ActionState } from '../../../views/admin/parts.tsx';
import { rowActionName } from '../../../views/admin/row-action.tsx';
import { SITE_PATH } from '../../../views/admin/server-paths.ts';
import { renderSiteAdminPage } from '../../../views/admin/site-page.tsx';
import { EMPTY_FORM } from '../../../views/forms.tsx';
import type { HttpContext } from '../../context.ts';
import { answerSitePage } from '../../html.ts';
import { answerAction, type SubmittedAction } from './action-form.ts';
import type { AdminRequest, AdminRoute } from './admin-route.ts';

/** The parts of the form with several of them. */
const LOOKS = ['site_name', 'site_description', 'site_accent', 'contact', 'footer_links'] as const;

/** Routes of `/admin/site/`. */
export function siteAdminRoutes({ baseUrl, site }: HttpContext): AdminRoute[] {
  function show({ frame }: AdminRequest, state: ActionState = EMPTY_FORM, status = 200): Response {
    const html = renderSiteAdminPage({
      ...{ frame, state, fields: site.listFields(), host: new URL(baseUrl).host },
      limits: {
        name: LONGEST_NAME,
        description: LONGEST_DESCRIPTION,
        links: MOST_FOOTER_LINKS,
        logo: formatBytes(LARGEST_LOGO),
        text: formatBytes(LONGEST_DOCUMENT),
      },
    });
    return answerSitePage(html, status);
  }

  const answer = (requested: AdminRequest, submitted: SubmittedAction) =>
    answerAction(requested.form, submitted, (state, status) => show(requested, state, status));

  /** Saves the parts that a form has. */
  function save(requested: AdminRequest, name: string, parts: readonly SiteField[]) {
    return answer(requested, {
      name,
      fields: {
        ...Object.fromEntries(parts.map((part) => [part, undefined])),
        reason: parseReason,
      },
      keptLength: LONGEST_DOCUMENT,
      async run(read) {
        const typed = Object.fromEntries(parts.map((part) => [part, read(part)]));
        const changed = await site.save(requested.actor, typed, read('reason'));
        return `${SITE_PATH}?done=${changed.length > 0 ? 'site-saved' : 'site-same'}`;
      },
    });
  }

  function saveLogo(requested: AdminRequest): Promise<Response> {
    return answer(requested, {
      name: 'logo',
      fields: { reason: parseReason },
      async run(read) {
        const bytes = requested.form.file('logo-site_logo');
        if (bytes === undefined || bytes.length === 0) {
          throw new Failure('invalid', siteFailures.noFile, { field: 'site_logo' });
        }
        await site.saveLogo(requested.actor, bytes, read('reason'));
        return `${SITE_PATH}?done=site-saved`;
      },
    });
  }

  function removeLogo(requested: AdminRequest): Promise<Response> {
    return answer(requested, {
      name: 'no-logo',
      fields: { reason: parseReason },
      async run(read) {
        await site.saveLogo(requested.actor, undefined, read('reason'));
        return `${SITE_PATH}?done=site-saved`;
      },
    });
  }

  function reset(requested: AdminRequest): Promise<Response> {
    const { actor, form } = requested;
    const typed = form.field('part');
    return answer(requested, {
      name: rowActionName('reset', typed),
      fields: { reason: parseReason },
      async run(read) {
        const part = site.listFields().find(({ field }) => field === typed)?.field;
        if (part === undefined) throw new Failure('not_found', messages.unknownPart);
        const isReset = await site.reset(actor, part, read('reason'));
        if (!isReset) throw new Failure('conflict', messages.notSet);
        return `${SITE_PATH}?done=site-reset`;
      },
    });
  }

  const role = 'administrator';
  const post = { method: 'POST', role } as const;
  const takesFiles = true;
  return [
    { method: 'GET', path: '/admin/site', role, answer: (requested) => show(requested) },
    {
      ...post,
      path: '/admin/site/looks',
      answer: (requested) => save(requested, 'looks', LOOKS),
    },
    { ...post, path: '/admin/site/logo', takesFiles, answer: saveLogo },
    { ...post, path: '/admin/site/no-logo', answer: removeLogo },
    {
      ...post,
      path: '/admin/site/rules',
      takesFiles,
      answer: (requested) => save(requested, 'rules', ['rules']),
    },
    {
      ...post,
      path: '/admin/site/privacy',
      takesFiles,
      answer: (requested) => save(requested, 'privacy', ['privacy']),
    },
    { ...post, path: '/admin/site/reset', answer: reset },
  ];
}
