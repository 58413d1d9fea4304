// The icon of a claimed server, and the form that changes it.
/** @jsxImportSource preact */

import { PICTURE_LIMITS } from '../../lib/picture.ts';
import { formatBytes } from '../../lib/text.ts';
import { operatorMessages } from '../../messages/messages.ts';
import type { Claim } from '../../servers/claims/ports.ts';
import { FileField, HiddenField } from '../form-fields.tsx';
import { Form, type FormState, SubmitButton } from '../forms.tsx';
import { Face } from '../parts.tsx';
import { operatorPaths } from './server-about.tsx';

const { own: messages } = operatorMessages;

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
  const hint = messages.iconHint(formatBytes(PICTURE_LIMITS.bytes), PICTURE_LIMITS.side);
  const field = { name: 'icon', label: messages.iconFile, hint, accept: 'image/png,image/jpeg' };
  return (
    <section id="icon">
      <h2>{messages.icon}</h2>
      <p>{messages.iconHow}</p>
      <div class="server-head">
        <Face hash={hash} icon={iconDigest} />
        <Form action={operatorPaths.own(hash)} takesFiles>
          <HiddenField name="form" value="icon" />
          <FileField {...field} state={state} />
          <SubmitButton label={messages.saveIcon} />
        </Form>
      </div>
      {iconDigest && (
        <ButtonForm hash={hash} value="face" label={messages.removeIcon} kind="quiet" />
      )}
    </section>
  );
}
