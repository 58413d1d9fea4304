// The first page of the administration: numbers, and what needs attention.
/** @jsxImportSource preact */

import { adminMessages } from '../../messages/messages.ts';
import { Notice } from '../forms.tsx';
import { renderDocument } from '../layout.tsx';
import { Items } from '../parts.tsx';
import { ADMIN_PATH } from './admin-paths.ts';
import { type AdminFrame, AdminPage } from './frame.tsx';

const messages = adminMessages.overview;

/** A number, with a link to more about it. */
export type OverviewNumber = readonly [
  name: keyof typeof messages.numbers,
  value: number,
  path: string | undefined,
];

/** The page; `attention` are whole sentences. */
export function renderOverviewPage(facts: {
  frame: AdminFrame;
  numbers: readonly OverviewNumber[];
  attention: readonly string[];
  version: string;
}): string {
  const { frame, numbers, attention, version } = facts;
  return renderDocument(
    <AdminPage frame={frame} section={ADMIN_PATH} title={messages.title}>
      {attention.length === 0 ? (
        <p>{messages.calm}</p>
      ) : (
        <Notice kind="warning" title={messages.attention}>
          <ul>
            <Items texts={attention} />
          </ul>
        </Notice>
      )}
      <dl class="numbers">
        {numbers.map(([name, value, path]) => (
          <div key={name}>
            <dt>
              {path === undefined ? (
                messages.numbers[name]
              ) : (
                <a href={path}>{messages.numbers[name]}</a>
              )}
            </dt>
            <dd>{value.toLocaleString('en-US')}</dd>
          </div>
        ))}
      </dl>
      <p class="hint">{messages.runs(version)}</p>
    </AdminPage>,
  );
}
