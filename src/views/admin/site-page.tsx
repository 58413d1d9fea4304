// The page where administrators change what the site is called and looks like.
/** @jsxImportSource preact */

import type { ComponentChildren } from 'preact';
import { MAX_REASON_LENGTH } from '../../lib/plain-line.ts';
import { adminMessages, siteAdminMessages as messages } from '../../messages/messages.ts';
import type { SiteField, SiteFieldState } from '../../site/site.ts';
import { FileField, TextArea, TextField } from '../form-fields.tsx';
import { Form, SubmitButton } from '../forms.tsx';
import { renderDocument } from '../layout.tsx';
import { Moment } from '../time.tsx';
import { type AdminFrame, AdminPage } from './frame.tsx';
import { ActionForm, type ActionState, AdminTable, fieldOf } from './parts.tsx';
import { OPTIONAL_REASON, RowAction, rowActionName } from './row-action.tsx';
import { SITE_PATH } from './server-paths.ts';

/** The page; limits are characters, and sizes as people read them. */
export function renderSiteAdminPage(facts: {
  frame: AdminFrame;
  fields: readonly SiteFieldState[];
  /** Host of the base URL. */
  host: string;
  limits: { name: number; description: number; links: number; logo: string; text: string };
  state: ActionState;
}): string {
  const { frame, fields, host, limits, state } = facts;
  const textOf = (field: SiteField) => fields.find((each) => each.field === field)?.text ?? '';
  const { logoPath } = frame.site.look;
  const texts = [
    { name: 'rules', hint: messages.rulesHint(limits.text) },
    { name: 'privacy', hint: messages.privacyHint(limits.text) },
  ] as const;
  return renderDocument(
    <AdminPage frame={frame} section={SITE_PATH} title={messages.title} problems={state.problems}>
      <p>{messages.intro}</p>
      <PartForm name="looks" title={messages.looks} submit={messages.save} state={state}>
        <TextField
          name={fieldOf('looks', 'site_name')}
          label={messages.name}
          hint={messages.nameHint(limits.name, host)}
          value={textOf('site_name')}
          state={state}
        />
        <TextField
          name={fieldOf('looks', 'site_description')}
          label={messages.description}
          hint={messages.descriptionHint(limits.description)}
          value={textOf('site_description')}
          state={state}
        />
        <TextField
          name={fieldOf('looks', 'site_accent')}
          label={messages.accent}
          hint={messages.accentHint}
          value={textOf('site_accent')}
          state={state}
          isLiteral
        />
        <TextField
          name={fieldOf('looks', 'contact')}
          label={messages.contact}
          hint={messages.contactHint}
          value={textOf('contact')}
          state={state}
          isLiteral
        />
        <TextArea
          name={fieldOf('looks', 'footer_links')}
          label={messages.footerLinks}
          hint={messages.footerLinksHint(limits.links)}
          value={textOf('footer_links')}
          state={state}
        />
      </PartForm>
      <PartForm
        name="logo"
        title={messages.logo}
        submit={messages.saveLogo}
        state={state}
        takesFiles
      >
        <p>{logoPath === undefined ? messages.noLogo : messages.logoNow}</p>
        {logoPath !== undefined && (
          <p>
            <img class="logo-sample" src={logoPath} alt="" width={64} height={64} />
          </p>
        )}
        <FileField
          name={fieldOf('logo', 'site_logo')}
          label={messages.logoFile}
          hint={messages.logoHint(limits.logo)}
          accept="image/png,image/webp,image/svg+xml"
          state={state}
        />
      </PartForm>
      {logoPath !== undefined && (
        <div class="action-list">
          <ActionForm
            name="no-logo"
            page={SITE_PATH}
            title={messages.removeLogo}
            submit={messages.removeLogo}
            state={state}
          />
        </div>
      )}
      {texts.map(({ name, hint }) => (
        <PartForm
          key={name}
          name={name}
          title={messages[name]}
          submit={messages.saveText}
          state={state}
          takesFiles
        >
          <TextArea
            name={fieldOf(name, name)}
            label={messages.text}
            hint={hint}
            value={textOf(name)}
            state={state}
            rows={12}
          />
        </PartForm>
      ))}
      <h2>{messages.set}</h2>
      <SetHere fields={fields} state={state} />
    </AdminPage>,
  );
}

/** The form of one part, with its heading and a field for the reason. */
function PartForm(properties: {
  name: string;
  title: string;
  submit: string;
  state: ActionState;
  takesFiles?: boolean;
  children: ComponentChildren;
}) {
  const { name, title, submit, state, takesFiles = false, children } = properties;
  return (
    <>
      <h2>{title}</h2>
      <Form action={`${SITE_PATH}${name}/`} takesFiles={takesFiles}>
        {children}
        <TextField
          name={fieldOf(name, 'reason')}
          label={adminMessages.optional(adminMessages.reason)}
          hint={adminMessages.reasonHint}
          state={state}
          maxLength={MAX_REASON_LENGTH}
        />
        <SubmitButton label={submit} />
      </Form>
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
    <AdminTable
      caption={messages.setCaption}
      heads={[part, since, messages.reset]}
      rows={set.map(({ field, changedAt }) => ({
        key: field,
        cells: [
          messages.parts[field],
          <Moment key="since" at={changedAt} />,
          <RowAction
            key="reset"
            name={rowActionName('reset', field)}
            action={`${SITE_PATH}reset/`}
            label={messages.reset}
            about={messages.parts[field]}
            submit={messages.resetSubmit}
            state={state}
            hidden={{ part: field }}
            reason={OPTIONAL_REASON}
          />,
        ],
      }))}
    />
  );
}
