// Facts about one thing, as a list of labels and values.
/** @jsxImportSource preact */

import type { ComponentChildren } from 'preact';

/** A label and its value. */
export type Fact = readonly [label: string, value: ComponentChildren];

/** The list; a dense one is for short values. */
export function FactList({
  facts,
  isDense = false,
}: {
  facts: readonly Fact[];
  isDense?: boolean;
}) {
  return (
    <dl class={isDense ? 'admin-facts' : 'admin-facts wide-facts'}>
      {facts.map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
