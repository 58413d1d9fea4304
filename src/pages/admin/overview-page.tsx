// The first page of administration: how much there is of everything, and what needs attention.
/** @jsxImportSource preact */

import { Notice } from '../forms.tsx';
import { renderDocument } from '../layout.tsx';
import { adminWords } from '../words/admin.ts';
import { ADMIN_PATH, type AdminFrame, AdminPage } from './frame.tsx';

const words = adminWords.overview;

/** One number, and where more about it stands. */
export interface OverviewNumber {
  label: string;
  value: number;
  path?: string;
}

/** The page; `attention` are whole sentences. */
export function renderOverviewPage(facts: {
  frame: AdminFrame;
  numbers: readonly OverviewNumber[];
  attention: readonly string[];
  version: string;
}): string {
  const { frame, numbers, attention, version } = facts;
  return renderDocument(
    <AdminPage frame={frame} section={ADMIN_PATH} title={words.title}>
      {attention.length === 0 ? (
        <p>{words.calm}</p>
      ) : (
        <Notice kind="warning" title={words.attention}>
          <ul>
            {attention.map((sentence) => (
              <li key={sentence}>{sentence}</li>
            ))}
          </ul>
        </Notice>
      )}
      <dl class="numbers">
        {numbers.map(({ label, value, path }) => (
          <div key={label}>
            <dt>{path === undefined ? label : <a href={path}>{label}</a>}</dt>
            <dd>{value.toLocaleString('en-US')}</dd>
          </div>
        ))}
      </dl>
      <p class="hint">{words.runs(version)}</p>
    </AdminPage>,
  );
}
