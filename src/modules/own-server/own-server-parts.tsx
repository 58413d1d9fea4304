// The parts of the pages about a claimed server: their navigation, the icon, and forms with one button.
/** @jsxImportSource preact */

import type { ComponentChildren } from 'preact';
import type { OwnerRequest } from '../../platform/http/page.ts';
import type { PageForm } from '../../platform/http/page-form.ts';
import { PICTURE_LIMITS } from '../../platform/input/picture.ts';
import { formatBytes } from '../../platform/lib/text.ts';
import { facePath } from '../../platform/messages/paths.ts';
import type { FormState } from '../../platform/views/form-fields.tsx';
import { FieldsForm, Form, SubmitButton } from '../../platform/views/forms.tsx';
import type { Navigation } from '../../platform/views/side-navigation.tsx';
import type { Account } from '../account/index.ts';
import { accountTexts } from '../account/messages.ts';
import { type Claim, operatorPaths } from '../claims/index.ts';
import { operatorMessages } from '../claims/messages.ts';
import { webhookMessages } from '../webhooks/messages.ts';

const messages = operatorMessages.own;

/** A part of a claimed server's settings. */
export interface PartFacts {
  /** The end of its path. */
  end: string;
  label(): string;
  /** Its ids on the former single page. */
  anchors?: string;
  /** Whether only the owner sees it. */
  isOwners?: boolean;
}

/** The parts of this module, in the order of the navigation. */
export const PARTS = {
  texts: { end: '', label: () => messages.textsTitle },
  icon: { end: 'icon/', label: () => messages.icon, anchors: 'icon' },
  address: {
    end: 'address/',
    label: () => messages.addressPart,
    anchors: 'join-place url other-address',
    isOwners: true,
  },
  webhooks: { end: 'webhooks/', label: () => webhookMessages.title, anchors: 'webhooks' },
  sharing: { end: 'sharing/', label: () => messages.sharing },
  release: { end: 'release/', label: () => messages.release, isOwners: true },
} satisfies Record<string, PartFacts>;

export type OwnPart = keyof typeof PARTS;
export const OWN_PARTS = Object.keys(PARTS) as OwnPart[];

export const partPath = (hash: string, part: OwnPart) =>
  `${operatorPaths.own(hash)}${PARTS[part].end}`;

/** The server of a page, and whether the reader owns it or edits it for its owner. */
export interface OwnServer {
  claim: Claim;
  /** Without colour codes; a phrase while it is offline. */
  name: string;
  isOwner: boolean;
}

/** A part that another module adds to the settings of a server. */
export interface AddedPart extends PartFacts {
  show(
    requested: OwnerRequest<Account>,
    server: OwnServer,
    state: FormState,
  ): Promise<ComponentChildren>;
  /** Returns the path to go on to. */
  submit(requested: OwnerRequest<Account>, server: OwnServer): Promise<string>;
  /** The fields that a refused form shows again. */
  keep(form: PageForm): Record<string, string>;
}

/** What other modules add to the settings of a server. */
export interface OwnServerParts {
  ownServerParts?: readonly AddedPart[];
}

declare module '../../platform/module/description.ts' {
  interface PageParts extends OwnServerParts {}
}

const { release, ...others }: Readonly<Record<OwnPart, PartFacts>> = PARTS;

/** The navigation beside the settings of a server. `current` is the end of the part's path. */
export const serverNavigation = (
  { claim: { hash }, name, isOwner }: OwnServer,
  current: string,
  added: readonly PartFacts[],
): Navigation => ({
  label: messages.title(name),
  current: operatorPaths.own(hash) + current,
  groups: [
    {
      title: name,
      links: [...Object.values(others), ...added, release]
        .filter(({ isOwners }) => isOwner || isOwners !== true)
        .map(({ end, label, anchors }) => ({
          path: operatorPaths.own(hash) + end,
          label: label(),
          anchors,
        })),
    },
    {
      title: accountTexts.sections.title,
      links: [
        { path: '/server/own/', label: accountTexts.sections.servers },
        { path: `/server/play/${hash}/`, label: operatorMessages.toServer },
      ],
    },
  ],
});

/** A form with one button on the page of a part; `value` names its action. */
export function ButtonForm({
  page,
  ...button
}: Parameters<typeof SubmitButton>[0] & { page: string }) {
  return (
    <Form action={page}>
      <SubmitButton {...button} name="form" />
    </Form>
  );
}

export function IconForm({ claim, state }: { claim: Claim; state: FormState }) {
  const { hash, iconDigest } = claim;
  const hint = messages.iconHint(formatBytes(PICTURE_LIMITS.bytes), PICTURE_LIMITS.side);
  const page = partPath(hash, 'icon');
  const picture = facePath(hash, iconDigest);
  const accept = 'image/png,image/jpeg';
  return (
    <section id="icon">
      <h2>{messages.icon}</h2>
      <p>{messages.iconHow}</p>
      <FieldsForm
        action={page}
        hidden={{ form: 'icon' }}
        fields={[{ name: 'icon', label: messages.iconFile, hint, accept, picture }]}
        state={state}
        submit={messages.saveIcon}
        discard={page}
        takesFiles
      />
      {iconDigest && (
        <ButtonForm page={page} value="face" label={messages.removeIcon} kind="quiet" />
      )}
    </section>
  );
}
