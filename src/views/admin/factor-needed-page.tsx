// What staff see instead of the administration until they have a second factor.
/** @jsxImportSource preact */

import { adminMessages } from '../../messages/messages.ts';
import { SECURITY_PATH } from '../account/security-paths.ts';
import { renderDocument } from '../layout.tsx';
import { type AdminFrame, AdminPage } from './frame.tsx';

const messages = adminMessages.factorNeeded;

/** The page. */
export function renderFactorNeededPage(frame: AdminFrame): string {
  return renderDocument(
    <AdminPage frame={frame} section="" title={messages.title}>
      <p>{messages.why}</p>
      <p>
        <a class="button play" href={SECURITY_PATH}>
          {messages.toSecurity}
        </a>
      </p>
    </AdminPage>,
  );
}
