// What the site is called and looks like, and the notice on all pages, changed by administrators.

import { Failure } from '../../../lib/failure.ts';
import { formatBytes } from '../../../lib/text.ts';
import { siteAdminMessages as messages, siteFailures } from '../../../messages/messages.ts';
import {
  LARGEST_LOGO,
  LONGEST_DESCRIPTION,
  LONGEST_DOCUMENT,
  LONGEST_NAME,
  LONGEST_NOTICE,
  MOST_FOOTER_LINKS,
  type SiteField,
} from '../../../site/site.ts';
import { renderNoticeAdminPage, renderSiteAdminPage } from '../../../views/admin/site-page.tsx';
import type { HttpContext } from '../../context.ts';
import { adminPage, assertDone, type PageAction } from './admin-page.ts';

export function siteAdminRoutes({ baseUrl, site }: HttpContext) {
  const save = (...parts: SiteField[]): PageAction => ({
    takesFiles: parts.length === 1,
    keptLength: LONGEST_DOCUMENT,
    async run(read, { actor }) {
      const typed = Object.fromEntries(parts.map((part) => [part, read(part)]));
      const changed = await site.save(actor, typed, read('reason'));
      return changed.length > 0 ? 'site-saved' : 'site-same';
    },
  });

  return adminPage({
    path: '/admin/site',
    role: 'administrator',
    show: ({ frame }, state) =>
      renderSiteAdminPage({
        ...{ frame, state, fields: site.listFields(), host: new URL(baseUrl).host },
        limits: {
          name: LONGEST_NAME,
          description: LONGEST_DESCRIPTION,
          links: MOST_FOOTER_LINKS,
          logo: formatBytes(LARGEST_LOGO),
          text: formatBytes(LONGEST_DOCUMENT),
        },
      }),
    actions: {
      looks: save('site_name', 'site_description', 'site_accent', 'contact', 'footer_links'),
      logo: {
        takesFiles: true,
        async run(read, { actor, form }) {
          const bytes = form.file('logo-site_logo');
          if (bytes === undefined || bytes.length === 0) {
            throw new Failure('invalid', siteFailures.noFile, { field: 'site_logo' });
          }
          await site.saveLogo(actor, bytes, read('reason'));
          return 'site-saved';
        },
      },
      'no-logo': {
        async run(read, { actor }) {
          await site.saveLogo(actor, undefined, read('reason'));
          return 'site-saved';
        },
      },
      rules: save('rules'),
      privacy: save('privacy'),
      reset: {
        async run(read, { actor, form }) {
          const typed = form.field('part');
          const part = site.listFields().find(({ field }) => field === typed)?.field;
          if (part === undefined) throw new Failure('not_found', messages.unknownPart);
          assertDone(await site.reset(actor, part, read('reason')), messages.notSet);
          return 'site-reset';
        },
      },
    },
  });
}

export function noticeAdminRoutes({ site: { notice } }: HttpContext) {
  return adminPage({
    path: '/admin/notice',
    role: 'administrator',
    show: ({ frame }, state) =>
      renderNoticeAdminPage({ frame, state, notice: notice.current(), longest: LONGEST_NOTICE }),
    actions: {
      set: {
        async run(read, { actor }) {
          const typed = { text: read('text'), level: read('level'), ends: read('ends') };
          await notice.set(actor, typed, read('reason'));
          return 'notice-set';
        },
      },
      remove: {
        async run(read, { actor }) {
          assertDone(await notice.remove(actor, read('reason')), messages.notice.gone);
          return 'notice-removed';
        },
      },
    },
  });
}
