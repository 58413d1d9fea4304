// The one page of administration for staff who have to set a second factor up first.
/** @jsxImportSource preact */

import { SECURITY_PATH } from '../account/security-paths.ts';
import { renderDocument } from '../layout.tsx';
import { adminWords } from '../words/admin.ts';
import { type AdminFrame, AdminPage } from './frame.tsx';

const words = adminWords.factorNeeded;

/** The page. */
export function renderFactorNeededPage(frame: AdminFrame): string {
  return renderDocument(
    <AdminPage frame={frame} section="" title={words.title}>
      <p>{words.why}</p>
      <p>
        <a class="button play" href={SECURITY_PATH}>
          {words.toSecurity}
        </a>
      </p>
    </AdminPage>,
  );
}
