// The operator's description of a claimed server, the form of its icon, and links to claim, edit and report a server.
/** @jsxImportSource preact */

import { PICTURE_LIMITS } from '../../platform/input/picture.ts';
import { formatBytes } from '../../platform/lib/text.ts';
import { labels } from '../../platform/messages/messages.ts';
import type { FormState } from '../../platform/views/form-fields.tsx';
import { FieldsForm, Form, SubmitButton } from '../../platform/views/forms.tsx';
import { Face } from '../../platform/views/parts.tsx';
import { serverAdminPath } from '../../platform/views/staff-paths.ts';
import { ClaimLinks } from '../claims/claim-parts.tsx';
import { type Claim, operatorPaths } from '../claims/index.ts';
import { operatorMessages } from '../claims/messages.ts';
import { firstLineOf } from '../list/server-rows.tsx';

const { own } = operatorMessages;

/** The operator's description; nothing if it is only the one line that stands below the name. */
export function ServerAbout({ claim }: { claim: Claim | undefined }) {
  const { description = '' } = claim ?? {};
  if (description === (firstLineOf(description) ?? '')) return null;
  return (
    <section class="about">
      <h2>{operatorMessages.about.title}</h2>
      <p class="about-text" dir="auto">
        {description}
      </p>
    </section>
  );
}

export function ServerLinks({ claim }: { claim: Claim | undefined }) {
  const { links = [], tags = [] } = claim ?? {};
  return (
    <>
      {tags.length > 0 && (
        <ul class="about-tags" aria-label={labels.tags}>
          {tags.map((tag) => (
            <li key={tag}>
              <a href={`/?${new URLSearchParams({ tag })}`}>{tag}</a>
            </li>
          ))}
        </ul>
      )}
      {links.length > 0 && <ClaimLinks links={links} nameOf={nameLink} />}
    </>
  );
}

/** A form with one button on the page of the owner's server; `value` names its action. */
export function ButtonForm(button: Parameters<typeof SubmitButton>[0] & { hash: string }) {
  const { hash, ...properties } = button;
  return (
    <Form action={operatorPaths.own(hash)}>
      <SubmitButton {...properties} name="form" />
    </Form>
  );
}

export function IconForm({ claim, state }: { claim: Claim; state: FormState }) {
  const { hash, iconDigest } = claim;
  const hint = own.iconHint(formatBytes(PICTURE_LIMITS.bytes), PICTURE_LIMITS.side);
  return (
    <section id="icon">
      <h2>{own.icon}</h2>
      <p>{own.iconHow}</p>
      <div class="server-head">
        <Face hash={hash} icon={iconDigest} />
        <FieldsForm
          action={operatorPaths.own(hash)}
          hidden={{ form: 'icon' }}
          fields={[{ name: 'icon', label: own.iconFile, hint, accept: 'image/png,image/jpeg' }]}
          state={state}
          submit={own.saveIcon}
          takesFiles
        />
      </div>
      {iconDigest && <ButtonForm hash={hash} value="face" label={own.removeIcon} kind="quiet" />}
    </section>
  );
}

/** Links to claim, edit and report a server. `isStaff` is whether the reader moderates. */
export function ServerWays({
  hash,
  isOwn,
  isStaff,
  isOffline = false,
}: Record<'isOwn' | 'isStaff', boolean> & { hash: string; isOffline?: boolean }) {
  const { ways } = operatorMessages;
  return (
    <nav class="server-ways row" aria-label={ways.title}>
      {isOwn ? (
        <a href={operatorPaths.own(hash)}>{ways.edit}</a>
      ) : isOffline ? null : (
        <>
          <a href={operatorPaths.claim(hash)} rel="nofollow">
            {ways.claim}
          </a>
          <a href={operatorPaths.report(hash)} rel="nofollow">
            {ways.report}
          </a>
        </>
      )}
      {isStaff && <a href={serverAdminPath(hash)}>{ways.moderate}</a>}
    </nav>
  );
}

function nameLink(link: string): string {
  return link.replace(/^https:\/\//, '').replace(/\/$/, '');
}
