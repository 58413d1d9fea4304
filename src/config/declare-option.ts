// How a row of the table of options is written down: one value, or a list of them.

import type { Option, OptionContext, OptionKey, OptionValues } from './options.ts';

type Basics<Key extends OptionKey> = Pick<Option<Key>, 'key' | 'argument' | 'help'> & {
  fallback?: string;
  fallbackNote?: string;
  isSecret?: boolean;
  reloads?: boolean;
  format?: (value: OptionValues[Key]) => string;
};

/** An option with one value. */
export function one<Key extends OptionKey>(
  basics: Basics<Key>,
  parse: (text: string, context: OptionContext) => OptionValues[Key],
): Option<Key> {
  return {
    fallback: undefined,
    isList: false,
    isSecret: false,
    reloads: false,
    format: (value) => (value === undefined ? '' : String(value)),
    ...basics,
    parse: ([text = ''], context) => parse(text, context),
  };
}

type ListKey =
  | 'extra_hosts'
  | 'trusted_proxies'
  | 'port_check_exempt'
  | 'filtered_words'
  | 'metrics_allow'
  | 'reserved_names';

/** An option whose value is a list of texts, none by default; a default is written with commas. */
export function many<Key extends ListKey>(
  basics: Basics<Key>,
  parse: (text: string) => string,
): Option<Key> {
  return {
    fallback: '',
    ...(basics.fallback === undefined ? { fallbackNote: 'none' } : {}),
    isList: true,
    isSecret: false,
    reloads: false,
    format: (value) => value.join(', '),
    ...basics,
    parse: (items) => [...new Set(items.map(parse))],
  };
}
