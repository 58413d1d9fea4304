// The frame of pages with a form: what is wrong on top, the form, its button, and bands that tell news.
/** @jsxImportSource preact */

import type { ComponentChildren } from 'preact';
import { fieldId } from './form-fields.tsx';
import { Page, type Site, siteName } from './layout.tsx';
import { formMessages } from './messages/forms.ts';

/** One thing that keeps a form from being accepted, as a whole sentence. */
export interface FormProblem {
  /** Name of the field that it is about; it is about the whole form without one. */
  field?: string;
  message: string;
}

/** What a form shows: what was typed into it, and what is wrong with that. */
export interface FormState {
  /** By name of field. Passwords and codes are never among them. */
  values: Readonly<Record<string, string>>;
  problems: readonly FormProblem[];
}

/** A form that nobody has typed into. */
export const EMPTY_FORM: FormState = { values: {}, problems: [] };

/** A page that holds a form: its heading, what is wrong, then its content. */
export function FormPage(properties: {
  site: Site;
  title: string;
  /** Of the form on the page; its problems are told on top. */
  state?: FormState;
  children: ComponentChildren;
}) {
  const { site, title, state = EMPTY_FORM, children } = properties;
  const described = state.problems.length > 0 ? formMessages.problemTitle(title) : title;
  return (
    <Page site={site} title={`${described} · ${siteName(site.baseUrl)}`}>
      <div class="form-page">
        <h1>{title}</h1>
        <ErrorSummary problems={state.problems} />
        {children}
      </div>
    </Page>
  );
}

/** Everything that is wrong, with links to the fields; it takes the focus when the page opens. */
export function ErrorSummary({ problems }: Pick<FormState, 'problems'>) {
  if (problems.length === 0) return null;
  const isAboutFields = problems.some(({ field }) => field !== undefined);
  const title = isAboutFields
    ? formMessages.summaryTitle(problems.length)
    : formMessages.refusedTitle;
  return (
    <div
      class="band danger"
      id="problems"
      role="alert"
      aria-labelledby="problems-title"
      tabIndex={-1}
      autofocus
    >
      <h2 id="problems-title">{title}</h2>
      <ul>
        {problems.map(({ field, message }, index) => (
          <li key={index}>
            {field === undefined ? message : <a href={`#${fieldId(field)}`}>{message}</a>}
          </li>
        ))}
      </ul>
    </div>
  );
}

/** A form that sends to this installation itself. Every problem is told by the page, none by the browser. */
export function Form(properties: { action: string; id?: string; children: ComponentChildren }) {
  const { action, id, children } = properties;
  return (
    <form class="form" method="post" action={action} id={id} noValidate>
      {children}
    </form>
  );
}

/** A button that says what it does; `name` and `value` tell several of one form apart. */
export function SubmitButton(properties: {
  label: string;
  /** `main` for what the form is for, `danger` for what cannot be taken back. */
  kind?: 'main' | 'quiet' | 'danger';
  name?: string;
  value?: string;
}) {
  const { label, kind = 'main', name, value } = properties;
  const look = { main: 'play', quiet: 'quiet', danger: 'danger' }[kind];
  return (
    <button class={`button ${look}`} type="submit" name={name} value={value}>
      {label}
    </button>
  );
}

/** A band that tells news about the page or the account; its words say what it is, not its colour. */
export function Notice(properties: {
  kind: 'success' | 'warning' | 'information' | 'danger';
  title?: string;
  children: ComponentChildren;
}) {
  const { kind, title, children } = properties;
  return (
    <div class={`band ${kind}`} role={kind === 'success' ? 'status' : undefined}>
      {title !== undefined && <h2>{title}</h2>}
      {children}
    </div>
  );
}
