// Forms for the actions of staff: their fields, reasons and buttons.

import { type ComponentChildren, createContext } from 'preact';
import { useContext } from 'preact/hooks';
import { MAX_REASON_LENGTH } from '../input/plain-line.ts';
import { labels, staffFormMessages, staffMessages } from '../messages/messages.ts';
import { EMPTY_FORM, type FieldOf, Fields, type FormState } from './form-fields.tsx';
import { Form, SaveBar, SubmitButton } from './forms.tsx';

/** @jsxImportSource preact */

/** State of a page with several actions, and the action that was refused. */
export interface ActionState extends FormState {
  action?: string | undefined;
}

/**
 * The page around the parts: its path, below which its actions are, its query, the refused action, and the time when
 * the page was made.
 */
export const OwnPage = createContext<{
  path: string;
  query: string;
  state: ActionState;
  now: number;
}>({ path: '', query: '', state: EMPTY_FORM, now: 0 });

export const OwnPageProvider = OwnPage.Provider;

/** The fields of a form. For an action, the names of the fields begin with `prefix`. */
export function StaffFields({ fields, prefix }: { fields: readonly FieldOf[]; prefix?: string }) {
  const { state } = useContext(OwnPage);
  if (prefix === undefined) return <Fields fields={fields} state={state} />;
  const own = fields.map((field) => ({ ...field, name: fieldOf(prefix, field.name) }));
  // A refused form does not tell which boxes had no tick.
  const isRefused = state.action === prefix;
  const shown = isRefused
    ? own.map((field) => (field.isChecked ? { ...field, isChecked: false } : field))
    : own;
  return <Fields fields={shown} state={state} />;
}

export const SUBJECT = { name: 'subject', isLiteral: true, isRequired: true } as const;

/** The field for the end of a ban or a suspension. */
export const lastsField = (name = 'lasts'): FieldOf => {
  const { lasts: label, lastsHint: hint } = staffFormMessages;
  return { name, label, hint, isLiteral: true };
};

/** Whether a reason is required, and who reads it: only the audit log, or also the operator of a server. */
export type ReasonKind = 'none' | 'optional' | 'required' | 'notified';

export function reasonField(kind: ReasonKind, label: string | undefined): FieldOf[] {
  if (kind === 'none') return [];
  const { optional, reasonHint: hint } = staffMessages;
  const usual = {
    optional: optional(labels.reason),
    required: labels.reason,
    notified: staffFormMessages.toOperator,
  };
  return [
    {
      name: 'reason',
      label: label ?? usual[kind],
      ...(kind === 'notified' ? {} : { hint }),
      maxLength: MAX_REASON_LENGTH,
      isRequired: kind !== 'optional',
    },
  ];
}

/** The form of an action on the page, or on one row of a table. */
export interface ActionOf {
  /** The last part of its path. Its field names begin with it, followed by the row's key. */
  name: string;
  title: string;
  intro?: string;
  submit: string;
  kind?: 'main' | 'danger';
  fields?: readonly FieldOf[];
  /** `optional` by default. */
  reason?: ReasonKind;
  reasonLabel?: string;
  takesFiles?: boolean;
  /** The path of the page that has the action, if it is another page. */
  page?: string;
  row?: string | number;
  /** The subject of the row, which the button names for screen readers; by default the row's key. */
  about?: string;
  hidden?: Readonly<Record<string, string>>;
  /** The page, where the form is saved as a whole: its button stands in a bar. */
  discard?: string;
}

const prefixOf = ({ name, row }: Pick<ActionOf, 'name' | 'row'>) =>
  row === undefined ? name : `${name}-${encodeURIComponent(row)}`;

/** The fields and the button of the form; `children` appear above its fields. */
export function ActionFields(action: Omit<ActionOf, 'title'> & { children?: ComponentChildren }) {
  const { path, state } = useContext(OwnPage);
  const { discard } = action;
  const { name, page = path, submit, kind = 'main', takesFiles = false, children } = action;
  const { intro, hidden = {}, fields = [], reason = 'optional', reasonLabel } = action;
  return (
    <Form action={`${page}${name}/`} takesFiles={takesFiles} hidden={hidden}>
      {intro !== undefined && <p>{intro}</p>}
      {children}
      <StaffFields
        fields={[...fields, ...reasonField(reason, reasonLabel)]}
        prefix={prefixOf(action)}
      />
      {discard === undefined ? (
        <SubmitButton label={submit} kind={kind} />
      ) : (
        <SaveBar page={discard} submit={submit} isChanged={state.action === prefixOf(action)} />
      )}
    </Form>
  );
}

/** The form with its title, folded unless it was refused. */
export function ActionForm(action: ActionOf) {
  const { state } = useContext(OwnPage);
  const { title, kind, row, about = row } = action;
  const look = row === undefined ? 'action panel' : 'action panel row-action';
  return (
    <details
      class={kind === 'danger' ? `${look} danger` : look}
      open={state.action === prefixOf(action)}
    >
      <summary>
        {title}
        {row !== undefined && (
          <>
            {' '}
            <span class="hidden-label">{about}</span>
          </>
        )}
      </summary>
      <ActionFields {...action} />
    </details>
  );
}

export function ActionForms({ actions }: { actions: readonly (ActionOf | false)[] }) {
  return (
    <div class="action-list">
      {actions.map((action) => action && <ActionForm key={action.name} {...action} />)}
    </div>
  );
}

/** The properties of an action's form besides its messages. */
export interface ActionOn<Subject> extends Pick<ActionOf, 'kind' | 'reason'> {
  /** Always possible by default. */
  isPossible?(subject: Subject): boolean;
  form?(subject: Subject): Partial<ActionOf>;
}

/** The forms of all actions that are possible on a subject, in the order of their texts. */
export function listForms<Name extends string, Subject>(
  actions: Readonly<Record<Name, ActionOn<Subject>>>,
  texts: Readonly<Record<Name, { title: string; submit: string; intro?: string }>>,
  subject: Subject,
): ActionOf[] {
  return (Object.keys(texts) as Name[])
    .filter((name) => actions[name].isPossible?.(subject) ?? true)
    .map((name) => {
      const { kind = 'main', reason = 'optional', form } = actions[name];
      const { title, submit, intro } = texts[name];
      const text = { title, submit, ...(intro === undefined ? {} : { intro }) };
      return { name, ...text, kind, reason, ...form?.(subject) };
    });
}

/** The name of an action's field, unique among the actions of the page. */
export function fieldOf(action: string, field: string): string {
  return `${action}-${field}`;
}
