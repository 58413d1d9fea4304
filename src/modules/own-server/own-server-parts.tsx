// The parts of the pages about a claimed server: their navigation, the icon, and forms with one button.
/** @jsxImportSource preact */

import { PICTURE_LIMITS } from '../../platform/input/picture.ts';
import { formatBytes } from '../../platform/lib/text.ts';
import { facePath } from '../../platform/messages/paths.ts';
import type { FormState } from '../../platform/views/form-fields.tsx';
import { FieldsForm, Form, SubmitButton } from '../../platform/views/forms.tsx';
import type { Navigation } from '../../platform/views/side-navigation.tsx';
import { accountTexts } from '../account/messages.ts';
import { type Claim, operatorPaths } from '../claims/index.ts';
import { operatorMessages } from '../claims/messages.ts';
import { webhookMessages } from '../webhooks/messages.ts';

const messages = operatorMessages.own;

/** The parts of a claimed server's settings: the end of each path, its label, and its ids on the former single page. */
export const PARTS = {
  texts: { end: '', label: () => messages.textsTitle },
  icon: { end: 'icon/', label: () => messages.icon, anchors: 'icon' },
  address: {
    end: 'address/',
    label: () => messages.addressPart,
    anchors: 'join-place url other-address',
  },
  webhooks: { end: 'webhooks/', label: () => webhookMessages.title, anchors: 'webhooks' },
  sharing: { end: 'sharing/', label: () => messages.sharing },
  release: { end: 'release/', label: () => messages.release },
} satisfies Record<string, { end: string; label(): string; anchors?: string }>;

export type OwnPart = keyof typeof PARTS;
export const OWN_PARTS = Object.keys(PARTS) as OwnPart[];

export const partPath = (hash: string, part: OwnPart) =>
  `${operatorPaths.own(hash)}${PARTS[part].end}`;

/** The navigation beside the settings of a server. */
export const serverNavigation = (hash: string, name: string, current: OwnPart): Navigation => ({
  label: messages.title(name),
  current: partPath(hash, current),
  groups: [
    {
      title: name,
      links: OWN_PARTS.map((part) => ({
        path: partPath(hash, part),
        ...PARTS[part],
        label: PARTS[part].label(),
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
