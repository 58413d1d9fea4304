// A table of options: the settings of a module, and the types and lists that follow from them.

import { camelCase } from './option-names.ts';
import type { ValueType } from './values.ts';

/** A row of a table. Its key is the option's name in the settings file. */
interface Row {
  readonly type: ValueType<unknown>;
  /** Name in `Settings`; by default the key in camel case. `null` if `Settings` has a derived value instead. */
  readonly setting?: string | null;
  /** Text that is parsed if nobody sets the option. Without it the option is unset, or an empty list. */
  readonly fallback?: string;
  /** Describes a default that is not a text; `none` unless given. */
  readonly fallbackNote?: string;
  /** Whether the value is masked wherever it is shown. It can also be read from a file. */
  readonly isSecret?: boolean;
  /** Whether a new value needs a restart instead of SIGHUP. */
  readonly needsRestart?: boolean;
  readonly help: string;
}

export type OptionTable = Readonly<Record<string, Row>>;

/** The parsed value of each option of a table; `undefined` for an option that may stay unset. */
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
