// The administrators' page for the site's identity and for the notice on all pages.
/** @jsxImportSource preact */

import { pagePolicy } from '../../platform/http/security-headers.ts';
import { adminPage, assertDone, type PageAction } from '../../platform/http/staff-page.ts';
import { Failure } from '../../platform/lib/failure.ts';
import { labels, staffMessages } from '../../platform/messages/messages.ts';
import { optionsOf } from '../../platform/views/form-fields.tsx';
import { NoticeText } from '../../platform/views/layout.tsx';
import { ActionFields, ActionForm, ActionForms } from '../../platform/views/staff-actions.tsx';
import { AdminTable } from '../../platform/views/staff-parts.tsx';
import { SITE_PATH, withQuery } from '../../platform/views/staff-paths.ts';
import { Moment } from '../../platform/views/time.tsx';
import { siteAdminMessages as messages, siteAdminDone, siteFailures } from './messages.ts';
import { MAX_NOTICE_LENGTH } from './notice.ts';
import type { SiteFieldState, SiteModule } from './site.ts';
import { FIELDS } from './site-fields.ts';
import { MAX_DOCUMENT_LENGTH } from './site-files.ts';
import { LOOKS, SITE_LINKS, type SiteField } from './site-values.ts';

const { notice: noticeMessages } = messages;

interface SiteAdminPorts {
  baseUrl: string;
  site: SiteModule;
}

/** The views, by the ends of their paths. The first one is at the path of the page. */
const VIEWS = {
  looks: () => messages.looks,
  logo: () => messages.parts.site_logo,
  links: () => messages.links,
  rules: () => messages.parts.rules,
  privacy: () => messages.parts.privacy,
  file: () => messages.set,
};
type View = keyof typeof VIEWS;

const pathOf = (view: View) => (view === 'looks' ? SITE_PATH : `${SITE_PATH}${view}/`);
const VIEW_NAMES = Object.keys(VIEWS) as View[];

/** The view at a path; for the path of an action, the one with its form. */
function viewAt(path: string): View {
  const end = path.slice(SITE_PATH.length).replace(/\/$/, '');
  const view = { 'no-logo': 'logo', reset: 'file' }[end] ?? end;
  return VIEW_NAMES.find((name) => name === view) ?? 'looks';
}

/** Shows a logo that was chosen and not sent yet. */
const LOGO_POLICY = pagePolicy({ images: ['blob:'] });

export function siteAdminRoutes({ baseUrl, site }: SiteAdminPorts) {
  const doneAt = (view: View, done: keyof typeof siteAdminDone) =>
    withQuery(pathOf(view), { done });
  const save = (view: View, parts: readonly SiteField[]): PageAction => ({
    takesFiles: parts.length === 1,
    keptLength: MAX_DOCUMENT_LENGTH,
    async run(read, { actor }) {
      const typed = Object.fromEntries(parts.map((part) => [part, read(part)]));
      const changed = await site.save(actor, typed, read('reason'));
      return doneAt(view, changed.length > 0 ? 'site-saved' : 'site-same');
    },
  });

  return adminPage({
    path: '/admin/site',
    role: 'administrator',
    section: {
      group: 'site',
      label: () => messages.sections.site,
      listParts: () => VIEW_NAMES.map((view) => ({ path: pathOf(view), label: VIEWS[view]() })),
    },
    views: VIEW_NAMES.slice(1),
    done: siteAdminDone,
    show({ frame, request }) {
      const view = viewAt(new URL(request.url, baseUrl).pathname);
      const { host } = new URL(baseUrl);
      const { logoPath } = frame.site.look;
      const facts = { view, fields: site.listFields(), host, logoPath };
      return {
        title: VIEWS[view](),
        part: pathOf(view),
        policy: view === 'logo' ? LOGO_POLICY : undefined,
        body: (
          <div class="form-page">
            <SiteView {...facts} />
          </div>
        ),
      };
    },
    actions: {
      looks: save('looks', LOOKS),
      links: save('links', SITE_LINKS),
      logo: {
        takesFiles: true,
        async run(read, { actor, form }) {
          const bytes = form.file('logo-site_logo');
          if (bytes === undefined || bytes.length === 0) {
            throw new Failure('invalid', siteFailures.noFile, { field: 'site_logo' });
          }
          await site.saveLogo(actor, bytes, read('reason'));
          return doneAt('logo', 'site-saved');
        },
      },
      'no-logo': {
        async run(read, { actor }) {
          await site.saveLogo(actor, undefined, read('reason'));
          return doneAt('logo', 'site-saved');
        },
      },
      rules: save('rules', ['rules']),
      privacy: save('privacy', ['privacy']),
      reset: {
        async run(read, { actor, form }) {
          const typed = form.field('part');
          const part = site.listFields().find(({ field }) => field === typed)?.field;
          if (part === undefined) throw new Failure('not_found', messages.unknownPart);
          assertDone(await site.reset(actor, part, read('reason')), messages.notSet);
          return doneAt('file', 'site-reset');
        },
      },
    },
  });
}

/** The form of a view, or the list of settings that the site overrides. */
function SiteView(facts: {
  view: View;
  fields: readonly SiteFieldState[];
  host: string;
  logoPath: string | undefined;
}) {
  const { view, fields, host, logoPath } = facts;
  const textOf = (name: SiteField) => fields.find(({ field }) => field === name)?.text ?? '';
  const fieldOf = (name: SiteField, label = messages.parts[name]) => {
    const { hint, control } = FIELDS[name];
    return { name, label, hint: hint(host), value: textOf(name), ...control };
  };
  const form = { name: view, submit: labels.save, discard: pathOf(view) };
  switch (view) {
    case 'looks':
      return (
        <>
          <p>{messages.intro}</p>
          <div class="previewed">
            <ActionFields {...form} fields={LOOKS.map((name) => fieldOf(name))} />
            <LookPreview host={host} />
          </div>
        </>
      );
    case 'logo': {
      const field = { ...fieldOf('site_logo', messages.logoFile), picture: logoPath };
      const { removeLogo: title } = messages;
      return (
        <>
          <ActionFields {...form} submit={messages.saveLogo} takesFiles fields={[field]} />
          {logoPath !== undefined && (
            <ActionForms actions={[{ name: 'no-logo', title, submit: title }]} />
          )}
        </>
      );
    }
    case 'links':
      return <ActionFields {...form} fields={SITE_LINKS.map((name) => fieldOf(name))} />;
    case 'file':
      return <SetHere fields={fields} />;
    default:
      return <ActionFields {...form} takesFiles fields={[fieldOf(view, labels.text)]} />;
  }
}

/** The head of a page, a row of the list and a button in the typed colours and words, which the script fills in. */
function LookPreview({ host }: { host: string }) {
  const { title, server, line } = messages.preview;
  return (
    <figure class="looks scripted-only" aria-label={title}>
      {(['light', 'dark'] as const).map((scheme) => (
        <div key={scheme} class="look" data-look={scheme}>
          <p>
            <b data-copies="field-looks-site_name" title={host} />
            <span class="hint" data-copies="field-looks-site_description" />
          </p>
          <div class="look-row">
            <span class="brand-blocks" />
            <span>
              <b>{server}</b>
              <span class="hint">{line}</span>
            </span>
            <b>31/64</b>
          </div>
          <span class="button play">{labels.play}</span>
        </div>
      ))}
    </figure>
  );
}

/** The fields that override the settings, each with a button that resets it. */
function SetHere({ fields }: { fields: readonly SiteFieldState[] }) {
  const set = fields.flatMap(({ field, changedAt }) =>
    changedAt === undefined ? [] : [{ field, changedAt }],
  );
  if (set.length === 0) return <p>{messages.noneSet}</p>;
  const { columns, parts, reset, resetSubmit } = messages;
  return (
    <AdminTable<(typeof set)[number]>
      caption={messages.setCaption}
      columns={[
        [columns.part, ({ field }) => parts[field]],
        [labels.since, ({ changedAt }) => <Moment at={changedAt} />],
        [
          reset,
          ({ field: part }) => (
            <ActionForm
              name="reset"
              title={reset}
              submit={resetSubmit}
              row={part}
              about={parts[part]}
              hidden={{ part }}
            />
          ),
        ],
      ]}
      rows={set}
    />
  );
}

export function noticeAdminRoutes({ site: { notice } }: Pick<SiteAdminPorts, 'site'>) {
  return adminPage({
    path: '/admin/notice',
    role: 'administrator',
    section: { group: 'site', label: () => messages.sections.notice },
    done: siteAdminDone,
    show() {
      const current = notice.current();
      const { intro, none, now, fresh, remove, removeSubmit, submit } = noticeMessages;
      const { textHint, level, levels, ends, endsHint } = noticeMessages;
      const body = (
        <div class="form-page">
          <p>{intro}</p>
          {current === undefined ? (
            <p>{none}</p>
          ) : (
            <>
              <h2>{now}</h2>
              <NoticeText notice={current} />
              <ActionForms actions={[{ name: 'remove', title: remove, submit: removeSubmit }]} />
            </>
          )}
          <h2>{fresh}</h2>
          <ActionFields
            name="set"
            submit={submit}
            fields={[
              {
                name: 'text',
                label: labels.text,
                hint: textHint(MAX_NOTICE_LENGTH),
                rows: 3,
                isRequired: true,
              },
              { name: 'level', label: level, options: optionsOf(levels) },
              {
                name: 'ends',
                label: staffMessages.optional(ends),
                hint: endsHint,
                isLiteral: true,
              },
            ]}
          />
        </div>
      );
      return { body };
    },
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
          assertDone(await notice.remove(actor, read('reason')), noticeMessages.gone);
          return 'notice-removed';
        },
      },
    },
  });
}
