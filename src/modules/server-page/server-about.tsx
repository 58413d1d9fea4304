// The operator's description of a claimed server, the form of its icon, and the links to claim, edit and report a server.
/** @jsxImportSource preact */

import { PICTURE_LIMITS } from '../../platform/input/picture.ts';
import { formatBytes } from '../../platform/lib/text.ts';
import { labels } from '../../platform/messages/messages.ts';
import type { FormState } from '../../platform/views/form-fields.tsx';
import { FieldsForm, Form, SubmitButton } from '../../platform/views/forms.tsx';
import { Fact, RANKING_PATH } from '../../platform/views/layout.tsx';
import { Face, languageName } from '../../platform/views/parts.tsx';
import { serverAdminPath } from '../../platform/views/staff-paths.ts';
import { ClaimLinks } from '../claims/claim-parts.tsx';
import { type Claim, operatorPaths } from '../claims/index.ts';
import { operatorMessages } from '../claims/messages.ts';
import type { RankParts } from '../list/index.ts';
import { rankingMessages } from '../list/messages.ts';

const { own } = operatorMessages;

export function ServerAbout({ claim }: { claim: Claim | undefined }) {
  if (claim === undefined) return null;
  const { description, links, tags, language } = claim;
  if (description === '' && language === null && links.length + tags.length === 0) return null;
  const { about } = operatorMessages;
  return (
    <section class="about">
      <h2>{about.title}</h2>
      {description !== '' && (
        <p class="about-text" dir="auto">
          {description}
        </p>
      )}
      {links.length > 0 && <ClaimLinks links={links} nameOf={nameLink} />}
      {tags.length > 0 && (
        <ul class="about-tags" aria-label={labels.tags}>
          {tags.map((tag) => (
            <li key={tag}>
              <a href={`/?${new URLSearchParams({ tag })}`}>{tag}</a>
            </li>
          ))}
        </ul>
      )}
      {language !== null && (
        <p>
          {labels.language}: <a href={`/?language=${language}`}>{languageName(language)}</a>
        </p>
      )}
    </section>
  );
}

/** What its place in the list is made of. */
export function Rank({ people, today, points, counted, steps, isNew }: RankParts) {
  const { label, joined, parts, isNew: newcomer } = rankingMessages;
  return (
    <Fact name={label}>
      {joined(people, today)}
      <br />
      <a class="hint" href={RANKING_PATH}>
        {isNew ? newcomer : parts(points, counted, steps)}
      </a>
    </Fact>
  );
}

/** A form on the page of an own server that is a button alone; `value` is what it does. */
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

/** `isStaff` is whether the reader moderates. */
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
