// The fields of forms: a label, a hint under it, and the problem at the field.
/** @jsxImportSource preact */

import { randomBytes } from 'node:crypto';
import type { ComponentChildren } from 'preact';
import { listCountryCodes, listLanguageCodes } from '../lib/country-name.ts';
import { formats, formMessages, labels } from '../messages/messages.ts';
import { countryName, languageName, Sentence } from './parts.tsx';

export interface FormProblem {
  field?: string;
  message: string;
}

export interface FormState {
  /** By name of field, without passwords and codes. */
  values: Readonly<Record<string, string>>;
  problems: readonly FormProblem[];
}

export const EMPTY_FORM: FormState = { values: {}, problems: [] };

interface FieldProperties {
  name: string;
  label: string;
  state: FormState;
  hint?: string;
  isRequired?: boolean;
}

export function fieldId(name: string): string {
  return `field-${name}`;
}

const LITERAL = { autocapitalize: 'none', autocorrect: 'off', spellcheck: false } as const;

export function TextField(
  properties: FieldProperties & {
    type?: 'text' | 'email' | 'url' | 'number' | 'search';
    autocomplete?: string;
    inputMode?: 'text' | 'email' | 'numeric' | 'url';
    maxLength?: number;
    /** Whether it is a name or a code, which browsers must not correct. */
    isLiteral?: boolean;
    value?: string;
  },
) {
  const { name, state, type = 'text', isLiteral = false, value = '' } = properties;
  const { autocomplete, inputMode, maxLength } = properties;
  const literal = isLiteral ? LITERAL : {};
  return (
    <Field {...properties}>
      <input
        // JSX has a type for each kind of input, and none for a kind that varies.
        type={type as 'text'}
        value={state.values[name] ?? value}
        autocomplete={autocomplete}
        inputMode={inputMode}
        maxLength={maxLength}
        {...literal}
        {...described(properties)}
      />
    </Field>
  );
}

/** A password, never filled in by the page. With scripts, a button shows what is typed. */
export function PasswordField(
  properties: FieldProperties & {
    autocomplete: 'current-password' | 'new-password';
  },
) {
  return (
    <Field {...properties}>
      <div class="password">
        <input
          type="password"
          autocomplete={properties.autocomplete}
          autocapitalize="none"
          spellcheck={false}
          {...described(properties)}
        />
        <button
          class="button quiet"
          type="button"
          data-reveals={fieldId(properties.name)}
          data-hide={formMessages.hidePassword}
          aria-controls={fieldId(properties.name)}
          hidden
        >
          {labels.show}
        </button>
      </div>
    </Field>
  );
}

/** The account that the password of a form is for, which password managers look for beside it. */
export function AccountNameField({ value }: { value: string }) {
  return (
    <div hidden>
      <input type="text" name="username" value={value} autocomplete="username" readOnly />
    </div>
  );
}

export function TextArea(
  properties: FieldProperties & { rows?: number; maxLength?: number; value?: string },
) {
  const { name, state, rows = 4, maxLength, value = '' } = properties;
  return (
    <Field {...properties}>
      <textarea
        rows={rows}
        maxLength={maxLength}
        value={state.values[name] ?? value}
        {...described(properties)}
      />
    </Field>
  );
}

export function FileField(properties: FieldProperties & { accept: string }) {
  return (
    <Field {...properties}>
      <input type="file" accept={properties.accept} {...described(properties)} />
    </Field>
  );
}

/** The options of a field by their values; `none`, where given, comes first with an empty value. */
export function optionsOf(labels: Readonly<Record<string, string>>, none?: string) {
  const options = Object.entries(labels).map(([value, label]) => ({ value, label }));
  return none === undefined ? options : [{ value: '', label: none }, ...options];
}

export function SelectField(
  properties: FieldProperties & {
    options: readonly { value: string; label: string }[];
    value?: string;
  },
) {
  const { name, state, options, value } = properties;
  const chosen = state.values[name] ?? value;
  return (
    <Field {...properties}>
      <select {...described(properties)}>
        {options.map((option) => (
          <option key={option.value} value={option.value} selected={option.value === chosen}>
            {option.label}
          </option>
        ))}
      </select>
    </Field>
  );
}

const byLabel = (codes: readonly string[], nameOf: (code: string) => string) =>
  codes
    .map((value) => ({ value, label: nameOf(value) }))
    .sort((a, b) => formats.compareTexts(a.label, b.label));

/** Countries and languages by their names in the page's language. */
export const countryOptions = () => byLabel(listCountryCodes(), countryName);
export const languageOptions = () => byLabel(listLanguageCodes(), languageName);

/** A checkbox; sends its value when it is checked, and nothing otherwise. */
export function CheckField(properties: FieldProperties & { isChecked?: boolean; value?: string }) {
  const { name, label, state, hint, isChecked = false, value = 'yes' } = properties;
  return (
    <div class={fieldClass(properties)}>
      <div class="check">
        <input
          type="checkbox"
          value={value}
          checked={name in state.values ? state.values[name] === value : isChecked}
          {...described(properties)}
        />
        <label for={fieldId(name)}>{label}</label>
      </div>
      <Hint name={name} hint={hint} />
      <Problems name={name} state={state} />
    </div>
  );
}

/** Checkboxes for several values, each a field of its own: the name, a hyphen and the value. */
export function ChecksField(
  properties: FieldProperties & {
    options: readonly { value: string; label: string }[];
    chosen: readonly string[];
  },
) {
  const { name, label, state, hint, options, chosen } = properties;
  // A form that was refused does not say which boxes had no tick.
  const isFresh = Object.keys(state.values).length === 0;
  const { id, 'aria-describedby': texts } = described(properties);
  return (
    <fieldset class={fieldClass(properties)} id={id} tabIndex={-1} aria-describedby={texts}>
      <legend>{label}</legend>
      <Hint name={name} hint={hint} />
      <Problems name={name} state={state} />
      <div class="checks">
        {options.map(({ value, label }) => {
          const box = { name: `${name}-${value}`, label, state };
          return <CheckField key={value} {...box} isChecked={isFresh && chosen.includes(value)} />;
        })}
      </div>
    </fieldset>
  );
}

/** A value that the form sends back. Never a secret. */
export function HiddenField({ name, value }: { name: string; value: string }) {
  return <input type="hidden" name={name} value={value} />;
}

/** The field in which each form that a page shows has a number of its own, by which a second sending is known. */
export const FORM_NUMBER = 'form-number';

export const FormNumber = () => (
  <HiddenField name={FORM_NUMBER} value={randomBytes(12).toString('base64url')} />
);

function Field(properties: FieldProperties & { children: ComponentChildren }) {
  const { name, label, hint, state, children } = properties;
  return (
    <div class={fieldClass(properties)}>
      <label for={fieldId(name)}>{label}</label>
      <Hint name={name} hint={hint} />
      <Problems name={name} state={state} />
      {children}
    </div>
  );
}

function Hint({ name, hint }: { name: string; hint: string | undefined }) {
  if (hint === undefined) return null;
  return (
    <p class="hint" id={`${fieldId(name)}-hint`}>
      {hint}
    </p>
  );
}

function Problems({ name, state }: Pick<FieldProperties, 'name' | 'state'>) {
  const problems = problemsOf(name, state);
  if (problems.length === 0) return null;
  return (
    <p class="field-problem" id={`${fieldId(name)}-problem`}>
      <span class="hidden-label">{formMessages.problem} </span>
      <Sentence text={problems.join(' ')} />
    </p>
  );
}

function described({ name, state, hint, isRequired = false }: FieldProperties) {
  const id = fieldId(name);
  const isWrong = problemsOf(name, state).length > 0;
  const texts = [hint === undefined ? '' : `${id}-hint`, isWrong ? `${id}-problem` : ''];
  return {
    id,
    name,
    required: isRequired,
    'aria-describedby': texts.filter((it) => it !== '').join(' ') || undefined,
    'aria-invalid': isWrong ? ('true' as const) : undefined,
  };
}

function fieldClass({ name, state }: FieldProperties): string {
  return problemsOf(name, state).length > 0 ? 'field wrong' : 'field';
}

function problemsOf(name: string, { problems }: FormState): string[] {
  return problems.filter(({ field }) => field === name).map(({ message }) => message);
}
