// Pages with a form: the summary of problems, the form, its button, notices, and countdowns.
/** @jsxImportSource preact */

import type { ComponentChildren } from 'preact';
import { formats, formMessages } from '../messages/messages.ts';
import { formScript } from './assets.ts';
import {
  EMPTY_FORM,
  Fields,
  FormNumber,
  type FormState,
  fieldId,
  HiddenField,
} from './form-fields.tsx';
import { LinkLine, type LinkLineFacts, Page, type Site } from './layout.tsx';
import { Paragraph, Sentence } from './parts.tsx';
import { type Navigation, SideNavigation } from './side-navigation.tsx';

export function FormPage(properties: {
  site: Site;
  title: string;
  state?: FormState;
  /** Seconds between the script's checks for a change, while the page waits for something. */
  watchSeconds?: number | undefined;
  /** The pages beside this one, for settings; a function if they depend on the site. */
  navigation?: Navigation | ((site: Site) => Navigation);
  /** Help that stands beside the form on wide pages and below it on others. */
  aside?: ComponentChildren;
  children: ComponentChildren;
}) {
  const { site, title, state = EMPTY_FORM, watchSeconds, navigation, aside, children } = properties;
  const described = state.problems.length > 0 ? formMessages.problemTitle(title) : title;
  const look = [navigation && 'sided', aside !== undefined && 'with-help'].filter(Boolean);
  return (
    <Page site={site} title={described} scripts={[formScript]}>
      <div class={look.join(' ') || undefined}>
        {navigation !== undefined && (
          <SideNavigation {...(typeof navigation === 'function' ? navigation(site) : navigation)} />
        )}
        <div id="form-page" class="form-page" data-watch={watchSeconds}>
          <h1>{title}</h1>
          <ErrorSummary problems={state.problems} />
          {children}
        </div>
        {aside !== undefined && <aside>{aside}</aside>}
      </div>
    </Page>
  );
}

/** A piece of help beside a form: its question, a sentence, and the link that answers. */
export function Help({ title, text, ...link }: { title: string; text: string } & LinkLineFacts) {
  return (
    <>
      <h2>{title}</h2>
      <Paragraph text={text} />
      <LinkLine {...link} />
    </>
  );
}

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
            {field === undefined ? (
              <Sentence text={message} />
            ) : (
              <a href={`#${fieldId(field)}`}>{message}</a>
            )}
          </li>
        ))}
      </ul>
    </div>
  );
}

/** A form that posts to this installation. The page shows every problem; browsers show none. */
export function Form(properties: {
  action: string;
  id?: string;
  /** Whether the form sends files, or longer texts than other forms accept. */
  takesFiles?: boolean;
  /** Values that the form sends back. Never secrets. */
  hidden?: Readonly<Record<string, string>>;
  children: ComponentChildren;
}) {
  const { action, id, takesFiles = false, hidden = {}, children } = properties;
  return (
    <form
      class="form"
      method="post"
      action={action}
      id={id}
      enctype={takesFiles ? 'multipart/form-data' : undefined}
      noValidate
    >
      <FormNumber />
      {Object.entries(hidden).map(([name, value]) => (
        <HiddenField key={name} name={name} value={value} />
      ))}
      {children}
    </form>
  );
}

/** A form of some fields and a button; `children` appear above the fields. */
export function FieldsForm(
  properties: Omit<Parameters<typeof Form>[0], 'children'> &
    Parameters<typeof Fields>[0] & {
      submit: string;
      kind?: 'main' | 'quiet' | 'danger';
      /** The page, where the form is saved as a whole: its button stands in a bar. */
      discard?: string;
      children?: ComponentChildren;
    },
) {
  const { fields, state, submit, kind = 'main', discard, children, ...form } = properties;
  return (
    <Form {...form}>
      {children}
      <Fields fields={fields} state={state} />
      {discard === undefined ? (
        <SubmitButton label={submit} kind={kind} />
      ) : (
        <SaveBar page={discard} submit={submit} isChanged={state.problems.length > 0} />
      )}
    </Form>
  );
}

/** The end of a form that is saved as a whole. The script shows it only while something is changed. */
export function SaveBar(facts: { page: string; submit: string; isChanged: boolean }) {
  return (
    <div class="save-bar" data-changed={facts.isChanged || undefined}>
      <p class="scripted-only">{formMessages.unsaved}</p>
      <a class="button quiet scripted-only" href={facts.page}>
        {formMessages.discard}
      </a>
      <SubmitButton label={facts.submit} />
    </div>
  );
}

export function SubmitButton(properties: {
  label: string;
  /** `main` for the purpose of the form, `danger` for an action that cannot be undone. */
  kind?: 'main' | 'quiet' | 'danger';
  name?: string;
  value?: string;
  isDisabled?: boolean;
}) {
  const { label, kind = 'main', name, value, isDisabled = false } = properties;
  const look = { main: 'play', quiet: 'quiet', danger: 'danger' }[kind];
  return (
    <button class={`button ${look}`} type="submit" name={name} value={value} disabled={isDisabled}>
      {label}
    </button>
  );
}

/**
 * A notice about the page or the account: one paragraph, or `children`. Its text tells the kind of notice; its colour
 * only repeats the text.
 */
export function Notice(properties: {
  kind: 'success' | 'warning' | 'information' | 'danger';
  title?: string;
  text?: string;
  children?: ComponentChildren;
}) {
  const { kind, title, text, children } = properties;
  return (
    <div class={`band ${kind}`} role={kind === 'success' ? 'status' : undefined}>
      {title !== undefined && <h2>{title}</h2>}
      {text !== undefined && <Paragraph text={text} />}
      {children}
    </div>
  );
}

/** A wait of `ms`. At zero the script shows `done` instead, and enables the form's button. */
export function Countdown(properties: {
  ms: number;
  sentence: (time: string) => string;
  done: string;
}) {
  const { ms, sentence, done } = properties;
  return (
    <p
      class="hint"
      data-countdown={Math.ceil(ms / 1_000)}
      data-text={sentence('{time}')}
      data-done={done}
    >
      {sentence(formats.formatWait(ms))} {formMessages.reloadThen}
    </p>
  );
}

export function LaterButton(properties: Parameters<typeof Countdown>[0] & { label: string }) {
  const { label, ...wait } = properties;
  const isEarly = wait.ms > 0;
  return (
    <>
      {isEarly && <Countdown {...wait} />}
      <SubmitButton label={label} kind="quiet" isDisabled={isEarly} />
    </>
  );
}
