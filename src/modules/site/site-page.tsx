// The administrators' page for the site's identity and for the notice on all pages.
/** @jsxImportSource preact */

import type { ComponentChildren } from 'preact';
import { adminPage, assertDone, type PageAction } from '../../platform/http/staff-page.ts';
import { Failure } from '../../platform/lib/failure.ts';
import { labels, staffMessages } from '../../platform/messages/messages.ts';
import { optionsOf } from '../../platform/views/form-fields.tsx';
import { NoticeText } from '../../platform/views/layout.tsx';
import {
  ActionFields,
  ActionForm,
  ActionForms,
  type ActionOf,
} from '../../platform/views/staff-actions.tsx';
import { AdminTable } from '../../platform/views/staff-parts.tsx';
import { Moment } from '../../platform/views/time.tsx';
import { siteAdminMessages as messages, siteAdminDone, siteFailures } from './messages.ts';
import { MAX_NOTICE_LENGTH } from './notice.ts';
import type { SiteFieldState, SiteModule } from './site.ts';
import { FIELDS } from './site-fields.ts';
import { MAX_DOCUMENT_LENGTH } from './site-files.ts';
import { LOOKS, type SiteField } from './site-values.ts';

const { notice: noticeMessages } = messages;

interface SiteAdminPorts {
  baseUrl: string;
  site: SiteModule;
}

export function siteAdminRoutes({ baseUrl, site }: SiteAdminPorts) {
  const save = (...parts: SiteField[]): PageAction => ({
    takesFiles: parts.length === 1,
    keptLength: MAX_DOCUMENT_LENGTH,
    async run(read, { actor }) {
      const typed = Object.fromEntries(parts.map((part) => [part, read(part)]));
      const changed = await site.save(actor, typed, read('reason'));
      return changed.length > 0 ? 'site-saved' : 'site-same';
    },
  });

  return adminPage({
    path: '/admin/site',
    role: 'administrator',
    section: { group: 'site', label: () => messages.sections.site },
    done: siteAdminDone,
    show({ frame }) {
      const { host } = new URL(baseUrl);
      const { logoPath } = frame.site.look;
      return { body: <SiteForms fields={site.listFields()} host={host} logoPath={logoPath} /> };
    },
    actions: {
      looks: save(...LOOKS),
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

/** The forms of the page: looks, logo, rules and privacy, and what is set here. */
function SiteForms(facts: {
  fields: readonly SiteFieldState[];
  host: string;
  logoPath: string | undefined;
}) {
  const { fields, host, logoPath } = facts;
  const fieldOf = (name: SiteField, label = messages.parts[name]) => {
    const value = fields.find(({ field }) => field === name)?.text ?? '';
    const { hint, control } = FIELDS[name];
    return { name, label, hint: hint(host), value, ...control };
  };
  return (
    <>
      <p>{messages.intro}</p>
      <PartForm
        name="looks"
        title={messages.looks}
        submit={labels.save}
        fields={LOOKS.map((name) => fieldOf(name))}
      />
      <PartForm
        name="logo"
        title={messages.parts.site_logo}
        submit={messages.saveLogo}
        takesFiles
        fields={[fieldOf('site_logo', messages.logoFile)]}
      >
        <p>{logoPath === undefined ? messages.noLogo : messages.logoNow}</p>
        {logoPath !== undefined && (
          <p>
            <img class="logo-sample" src={logoPath} alt="" width={64} height={64} />
          </p>
        )}
      </PartForm>
      {logoPath !== undefined && (
        <ActionForms
          actions={[{ name: 'no-logo', title: messages.removeLogo, submit: messages.removeLogo }]}
        />
      )}
      {(['rules', 'privacy'] as const).map((name) => (
        <PartForm
          key={name}
          name={name}
          title={messages.parts[name]}
          submit={messages.saveText}
          takesFiles
          fields={[fieldOf(name, labels.text)]}
        />
      ))}
      <h2>{messages.set}</h2>
      <SetHere fields={fields} />
    </>
  );
}

function PartForm({ title, ...form }: ActionOf & { children?: ComponentChildren }) {
  return (
    <>
      <h2>{title}</h2>
      <ActionFields {...form} />
    </>
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
        <>
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
          <PartForm
            name="set"
            title={fresh}
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
        </>
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
