// What is known of one thing, as a list of labels and values.
/** @jsxImportSource preact */

import type { ComponentChildren } from 'preact';

/** A label and its value. */
export type Fact = readonly [label: string, value: ComponentChildren];

/** The list. */
export function FactList({ facts }: { facts: readonly Fact[] }) {
  return (
    <dl class="admin-facts wide-facts">
      {facts.map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
