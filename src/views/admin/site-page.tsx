// The pages where administrators change what the site is called and looks like, and show a notice on all pages.
/** @jsxImportSource preact */

import type { ComponentChildren } from 'preact';
import { adminMessages, siteAdminMessages as messages } from '../../messages/messages.ts';
import type { Notice, SiteField, SiteFieldState } from '../../site/site.ts';
import { optionsOf } from '../form-fields.tsx';
import { NoticeText, renderDocument } from '../layout.tsx';
import { Moment } from '../time.tsx';
import { NOTICE_PATH, SITE_PATH } from './admin-paths.ts';
import { type AdminFrame, AdminPage } from './frame.tsx';
import {
  ActionFields,
  ActionForms,
  type ActionOf,
  type ActionState,
  AdminTable,
  RowAction,
} from './parts.tsx';

const noticeMessages = messages.notice;
const LOGO_TYPES = 'image/png,image/webp,image/svg+xml';

/** The page; limits are characters, and sizes as people read them. */
export function renderSiteAdminPage(facts: {
  frame: AdminFrame;
  fields: readonly SiteFieldState[];
  host: string;
  limits: { name: number; description: number; links: number; logo: string; text: string };
  state: ActionState;
}): string {
  const { frame, fields, host, limits, state } = facts;
  const field = (name: SiteField, label: string, hint: string) => {
    return { name, label, hint, value: fields.find((each) => each.field === name)?.text ?? '' };
  };
  const { logoPath } = frame.site.look;
  const texts = [
    { name: 'rules', hint: messages.rulesHint(limits.text) },
    { name: 'privacy', hint: messages.privacyHint(limits.text) },
  ] as const;
  return renderDocument(
    <AdminPage frame={frame} section={SITE_PATH} title={messages.title} problems={state.problems}>
      <p>{messages.intro}</p>
      <PartForm
        {...{ name: 'looks', title: messages.looks, submit: messages.save, state }}
        fields={[
          field('site_name', messages.name, messages.nameHint(limits.name, host)),
          field(
            'site_description',
            messages.description,
            messages.descriptionHint(limits.description),
          ),
          { ...field('site_accent', messages.accent, messages.accentHint), isLiteral: true },
          { ...field('contact', messages.contact, messages.contactHint), isLiteral: true },
          {
            ...field('footer_links', messages.footerLinks, messages.footerLinksHint(limits.links)),
            rows: 4,
          },
        ]}
      />
      <PartForm
        {...{ name: 'logo', title: messages.logo, submit: messages.saveLogo, state }}
        takesFiles
        fields={[
          {
            ...{ name: 'site_logo', label: messages.logoFile, accept: LOGO_TYPES },
            hint: messages.logoHint(limits.logo),
          },
        ]}
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
          page={SITE_PATH}
          state={state}
          actions={[{ name: 'no-logo', title: messages.removeLogo, submit: messages.removeLogo }]}
        />
      )}
      {texts.map(({ name, hint }) => (
        <PartForm
          key={name}
          {...{ name, title: messages[name], submit: messages.saveText, state }}
          takesFiles
          fields={[{ ...field(name, messages.text, hint), rows: 12 }]}
        />
      ))}
      <h2>{messages.set}</h2>
      <SetHere fields={fields} state={state} />
    </AdminPage>,
  );
}

function PartForm(
  properties: ActionOf & {
    state: ActionState;
    takesFiles?: boolean;
    children?: ComponentChildren;
  },
) {
  const { title, ...form } = properties;
  return (
    <>
      <h2>{title}</h2>
      <ActionFields {...form} action={`${SITE_PATH}${form.name}/`} />
    </>
  );
}

/** What does not come from the settings, with the way back to them. */
function SetHere({ fields, state }: { fields: readonly SiteFieldState[]; state: ActionState }) {
  const set = fields.flatMap(({ field, changedAt }) =>
    changedAt === undefined ? [] : [{ field, changedAt }],
  );
  if (set.length === 0) return <p>{messages.noneSet}</p>;
  const { part, since } = messages.columns;
  return (
    <AdminTable<(typeof set)[number]>
      caption={messages.setCaption}
      columns={[
        [part, ({ field }) => messages.parts[field]],
        [since, ({ changedAt }) => <Moment at={changedAt} />],
        [
          messages.reset,
          ({ field }) => (
            <RowAction
              name="reset"
              row={field}
              page={SITE_PATH}
              title={messages.reset}
              about={messages.parts[field]}
              submit={messages.resetSubmit}
              state={state}
              hidden={{ part: field }}
            />
          ),
        ],
      ]}
      rows={set}
    />
  );
}

/** The page of the notice; `longest` is in characters. */
export function renderNoticeAdminPage(facts: {
  frame: AdminFrame;
  notice: Notice | undefined;
  longest: number;
  state: ActionState;
}): string {
  const { frame, notice, longest, state } = facts;
  const { title, remove, removeSubmit } = noticeMessages;
  return renderDocument(
    <AdminPage frame={frame} section={NOTICE_PATH} title={title} problems={state.problems}>
      <p>{noticeMessages.intro}</p>
      {notice === undefined ? (
        <p>{noticeMessages.none}</p>
      ) : (
        <>
          <h2>{noticeMessages.now}</h2>
          <NoticeText notice={notice} />
          <ActionForms
            page={NOTICE_PATH}
            state={state}
            actions={[{ name: 'remove', title: remove, submit: removeSubmit }]}
          />
        </>
      )}
      <h2>{noticeMessages.fresh}</h2>
      <ActionFields
        name="set"
        action={`${NOTICE_PATH}set/`}
        submit={noticeMessages.submit}
        state={state}
        fields={[
          {
            ...{ name: 'text', label: noticeMessages.text, hint: noticeMessages.textHint(longest) },
            ...{ rows: 3, isRequired: true },
          },
          { name: 'level', label: noticeMessages.level, options: optionsOf(noticeMessages.levels) },
          {
            ...{ name: 'ends', label: adminMessages.optional(noticeMessages.ends) },
            ...{ hint: noticeMessages.endsHint, isLiteral: true },
          },
        ]}
      />
    </AdminPage>,
  );
}
