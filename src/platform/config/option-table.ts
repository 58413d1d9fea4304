// A table of options: what each module writes down about its settings, and the types and lists that follow from it.

import { camelCase } from './option-names.ts';
import type { ValueType } from './values.ts';

/** A row of a table, under its key: the option's name in the settings file. */
interface Row {
  readonly type: ValueType<unknown>;
  /** The name in `Settings` where it is not the key in camel case; `null` where `Settings` has something derived from it. */
  readonly setting?: string | null;
  /** Text that is parsed when nobody set the option. Without it the option is unset, or an empty list. */
  readonly fallback?: string;
  /** How the default is described, where it is no text: `none` unless given. */
  readonly fallbackNote?: string;
  /** Whether its value is masked wherever it is shown; it may also be read from a file. */
  readonly isSecret?: boolean;
  /** Whether a running service cannot apply another value on SIGHUP. */
  readonly needsRestart?: boolean;
  readonly help: string;
}

export type OptionTable = Readonly<Record<string, Row>>;

/** What each option of a table parses to; `undefined` where it may stay unset. */
export type ValuesOf<Table extends OptionTable> = {
  -readonly [Key in keyof Table]:
    | ReturnType<Table[Key]['type']['parse']>
    | (Table[Key] extends { fallback: string } | { type: { isList: true } } ? never : undefined);
};

type CamelCase<Key> = Key extends `${infer Start}_${infer Rest}`
  ? `${Start}${Capitalize<CamelCase<Rest>>}`
  : Key;

/** The values of a table by their names in `Settings`. */
export type SettingsOf<Table extends OptionTable> = {
  -readonly [Key in keyof Table as (Table[Key] extends { setting: infer Name }
    ? Name
    : CamelCase<Key>) &
    string]: ValuesOf<Table>[Key];
};

/** The values of any table, by the keys of their options. */
export type AnyValues = Readonly<Record<string, unknown>>;

export interface Option<Key extends string = string>
  extends Pick<ValueType<unknown>, 'argument' | 'isList' | 'words' | 'parse' | 'format'>,
    Pick<Row, 'fallback' | 'fallbackNote' | 'help'> {
  readonly key: Key;
  readonly setting: string | null;
  readonly isSecret: boolean;
  readonly needsRestart: boolean;
}

/** The options of a table, in its order. */
export function listOptions<Table extends OptionTable>(
  table: Table,
): readonly Option<keyof Table & string>[] {
  const rows: [string, Row][] = Object.entries(table);
  return rows.map(([key, { type, isSecret = false, needsRestart = false, ...rest }]) => {
    const { isList, format } = type;
    return {
      setting: camelCase(key),
      isSecret,
      needsRestart,
      ...(rest.fallback === undefined && { fallbackNote: 'none', ...(isList && { fallback: '' }) }),
      ...type,
      ...rest,
      key: key as keyof Table & string,
      format: (value) => (value === undefined ? '' : format(value)),
    };
  });
}

export const describeFallback = (it: Option): string => it.fallbackNote ?? it.fallback ?? '';

export function settingsOf<Table extends OptionTable>(
  table: Table,
  values: ValuesOf<Table>,
): SettingsOf<Table> {
  const named = listOptions(table).flatMap(({ key, setting }) =>
    setting === null ? [] : [[setting, values[key]] as const],
  );
  return Object.fromEntries(named) as SettingsOf<Table>;
}
