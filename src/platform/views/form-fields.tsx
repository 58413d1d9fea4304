// The fields of forms: a label, a hint below it, and the problem at the field.
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
  /** By field name, without passwords and codes. */
  values: Readonly<Record<string, string>>;
  problems: readonly FormProblem[];
}

export const EMPTY_FORM: FormState = { values: {}, problems: [] };

/** A field of a form: one line of text by default; other properties make other kinds. */
export interface FieldOf {
  name: string;
  label: string;
  hint?: string | undefined;
  value?: string;
  maxLength?: number;
  type?: 'email' | 'password';
  autocomplete?: string;
  inputMode?: 'numeric';
  /**
   * For a code of six digits, which a script shows in six cells. If nothing else is asked, the field is `alone`: it
   * has the focus from the start, and the script sends the form with the sixth digit.
   */
  digits?: 'alone' | 'beside' | undefined;
  /** Whether it is a name or a code, which browsers must not correct. */
  isLiteral?: boolean;
  isRequired?: boolean;
  /** The choices. One can be chosen; several when `chosen` is given. */
  options?: readonly { value: string; label: string }[];
  chosen?: readonly string[];
  rows?: number;
  isChecked?: boolean;
  /** Whether the field only appears after an action was refused because of it. */
  isAsked?: boolean;
  /** The media types of a file. */
  accept?: string;
  /** Whether the value is a colour for light pages, with or without a second one for dark pages. */
  isColours?: boolean;
  /** The path of the present picture, where the file is one. */
  picture?: string | undefined;
}

/** Required text that browsers must not correct: a name, an address, a code. */
export const TYPED = { isLiteral: true, isRequired: true } as const;

type Shown = FieldOf & { state: FormState };

/** The given fields; skips every `false`. */
export function Fields(properties: { fields: readonly (FieldOf | false)[]; state: FormState }) {
  const { fields, state } = properties;
  return fields.map((field) => field && <Field key={field.name} {...field} state={state} />);
}

function Field(field: Shown) {
  const { name, label, state, isAsked = false } = field;
  const problems = problemsOf(name, state);
  if (isAsked && !(name in state.values) && problems.length === 0) return null;
  if (field.chosen !== undefined) return <ChecksField {...field} />;
  if (field.isChecked !== undefined) return <CheckField {...field} />;
  return (
    <div class={fieldClass(field)}>
      <label for={fieldId(name)}>{label}</label>
      <Hint {...field} />
      <Problems name={name} state={state} />
      <Control {...field} />
    </div>
  );
}

export function fieldId(name: string): string {
  return `field-${name}`;
}

const LITERAL = { autocapitalize: 'none', autocorrect: 'off', spellcheck: false } as const;

function Control(field: Shown) {
  const { name, state, value = '', type = 'text', options, rows, accept } = field;
  const { autocomplete, inputMode, maxLength, digits, isLiteral = false } = field;
  const typed = state.values[name];
  if (options !== undefined) {
    const chosen = typed ?? field.value;
    return (
      <select {...described(field)}>
        {options.map((option) => (
          <option key={option.value} value={option.value} selected={option.value === chosen}>
            {option.label}
          </option>
        ))}
      </select>
    );
  }
  if (rows !== undefined) {
    const text = typed ?? value;
    return <textarea rows={rows} maxLength={maxLength} value={text} {...described(field)} />;
  }
  if (accept !== undefined) {
    const input = <input type="file" accept={accept} {...described(field)} />;
    return 'picture' in field ? <PictureControl {...field}>{input}</PictureControl> : input;
  }
  if (type === 'password') return <PasswordControl {...field} />;
  const input = (
    <input
      // JSX has a type for each kind of input, but none for a kind that varies.
      type={type as 'text'}
      value={typed ?? value}
      autocomplete={autocomplete}
      inputMode={inputMode}
      maxLength={maxLength}
      data-digits={digits}
      // After a refusal, the summary of problems has the focus.
      autofocus={digits === 'alone' && state.problems.length === 0}
      {...(isLiteral ? LITERAL : {})}
      {...described(field)}
    />
  );
  if (field.isColours !== true) return input;
  return (
    <div class="colours row" data-colours>
      {input}
      {Object.entries(formMessages.colours).map(([scheme, label]) => (
        <input key={scheme} type="color" class="scripted-only" aria-label={label} title={label} />
      ))}
    </div>
  );
}

/** The file of a picture, beside the present or the chosen one. With the script, pictures are also dropped or pasted. */
function PictureControl({ picture, children }: Shown & { children: ComponentChildren }) {
  return (
    <div class="picture" data-picture>
      <img src={picture} alt="" width={88} height={88} hidden={picture === undefined} />
      <div>
        {children}
        <p class="hint scripted-only">{formMessages.dropPicture}</p>
      </div>
    </div>
  );
}

/** A password field, never filled in by the page; for a new one by default. A script adds a button to show it. */
function PasswordControl({ autocomplete = 'new-password', isRequired = true, ...field }: Shown) {
  const id = fieldId(field.name);
  return (
    <div class="password">
      <input
        type="password"
        autocomplete={autocomplete}
        autocapitalize="none"
        spellcheck={false}
        {...described({ ...field, isRequired })}
      />
      <button
        class="button quiet"
        type="button"
        data-reveals={id}
        data-hide={formMessages.hidePassword}
        aria-controls={id}
        hidden
      >
        {labels.show}
      </button>
    </div>
  );
}

/** The account of the form's password. Password managers look for it beside the password. */
export function AccountNameField({ value }: { value: string }) {
  return (
    <div hidden>
      <input type="text" name="username" value={value} autocomplete="username" readOnly />
    </div>
  );
}

/** Options by their values; `none` adds a first option with an empty value. */
export function optionsOf(labels: Readonly<Record<string, string>>, none?: string) {
  const options = Object.entries(labels).map(([value, label]) => ({ value, label }));
  return none === undefined ? options : [{ value: '', label: none }, ...options];
}

const byLabel = (codes: readonly string[], nameOf: (code: string) => string) =>
  codes
    .map((value) => ({ value, label: nameOf(value) }))
    .sort((a, b) => formats.compareTexts(a.label, b.label));

/** Countries and languages by their names in the page's language. */
export const countryOptions = () => byLabel(listCountryCodes(), countryName);
export const languageOptions = () => byLabel(listLanguageCodes(), languageName);

/** A checkbox; sends its value only when checked. */
function CheckField(field: Shown) {
  const { name, label, state, hint, isChecked = false, value = 'yes' } = field;
  return (
    <div class={fieldClass(field)}>
      <div class="check">
        <input
          type="checkbox"
          value={value}
          checked={name in state.values ? state.values[name] === value : isChecked}
          {...described(field)}
        />
        <label for={fieldId(name)}>{label}</label>
      </div>
      <Hint name={name} hint={hint} />
      <Problems name={name} state={state} />
    </div>
  );
}

/** Checkboxes for several values. Each box has its own field name: the name, a hyphen and the value. */
function ChecksField(field: Shown) {
  const { name, label, state, hint, options = [], chosen = [] } = field;
  // A refused form does not tell which boxes had no tick.
  const isFresh = Object.keys(state.values).length === 0;
  const { id, 'aria-describedby': texts } = described(field);
  return (
    <fieldset class={fieldClass(field)} id={id} tabIndex={-1} aria-describedby={texts}>
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

/** The name of a hidden field with a number for each form that a page shows. It identifies a second submission. */
export const FORM_NUMBER = 'form-number';

export const FormNumber = () => (
  <HiddenField name={FORM_NUMBER} value={randomBytes(12).toString('base64url')} />
);

function Hint({ name, hint, digits }: Pick<FieldOf, 'name' | 'hint' | 'digits'>) {
  if (hint === undefined) return null;
  return (
    <p class="hint" id={`${fieldId(name)}-hint`}>
      {hint}
      {digits === 'alone' && <span class="scripted-only"> {formMessages.sentAtOnce}</span>}
    </p>
  );
}

function Problems({ name, state }: Pick<Shown, 'name' | 'state'>) {
  const problems = problemsOf(name, state);
  if (problems.length === 0) return null;
  return (
    <p class="field-problem" id={`${fieldId(name)}-problem`}>
      <span class="hidden-label">{formMessages.problem} </span>
      <Sentence text={problems.join(' ')} />
    </p>
  );
}

function described({ name, state, hint, isRequired = false }: Shown) {
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

function fieldClass({ name, state }: Shown): string {
  return problemsOf(name, state).length > 0 ? 'field wrong' : 'field';
}

function problemsOf(name: string, { problems }: FormState): string[] {
  return problems.filter(({ field }) => field === name).map(({ message }) => message);
}
