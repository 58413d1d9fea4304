// The parts that passkeys add to other pages: the button of a login, and the line in the overview of the second factors.
/** @jsxImportSource preact */

import type { ComponentChildren } from 'preact';
import { accountPath } from '../../platform/messages/paths.ts';
import { createAsset, JAVASCRIPT } from '../../platform/views/assets.ts';
import { bundle } from '../../platform/views/bundle.ts' with { type: 'macro' };
import { Form, SubmitButton } from '../../platform/views/forms.tsx';
import { LOGIN_PATH } from '../../platform/views/layout.tsx';
import { agoOf, Moment } from '../../platform/views/time.tsx';
import { SECURITY_PATH, SettingLine } from '../account/account-parts.tsx';
import { securityMessages } from '../two-factor/messages.ts';
import { passkeyMessages as messages } from './messages.ts';
import type { Passkeys } from './passkeys.ts';

export const PASSKEYS_PATH = `${SECURITY_PATH}passkeys/`;
export const REMOVE_PATH = `${PASSKEYS_PATH}remove/`;
export const PASSKEY_LOGIN_PATH = `${LOGIN_PATH}passkey/`;
export const OPTIONS_PATH = `${PASSKEY_LOGIN_PATH}options/`;

export const passkeyScript = createAsset(
  'js',
  JAVASCRIPT,
  bundle('modules/passkeys/passkeys-browser.ts'),
);

interface Ceremony {
  action: string;
  hidden?: Readonly<Record<string, string>>;
  label: string;
  origin: string;
  kind?: 'main' | 'quiet' | 'danger' | undefined;
  children?: ComponentChildren;
  /** What the browser needs to create a passkey, or the path of what it needs to use one. */
  ceremony: { 'data-create': string } | { 'data-use': string };
}

/** A form whose button lets the browser create or use a passkey, and sends its answer. The script shows it. */
export function CeremonyForm(properties: Ceremony) {
  const { action, hidden = {}, label, origin, kind = 'main', children, ceremony } = properties;
  return (
    <div data-passkey data-origin={origin} {...ceremony} hidden>
      <Form action={action} hidden={{ ...hidden, credential: '' }}>
        {children}
        <SubmitButton label={label} kind={kind} />
        <p class="hint" role="alert" hidden>
          {messages.failed}
        </p>
      </Form>
      <script src={passkeyScript.path} defer />
    </div>
  );
}

interface PartPorts {
  passkeys: Pick<Passkeys, 'isOffered' | 'origin'>;
}

/** The button of a login, which continues to `next`. `undefined` where passkeys are not offered. */
export function passkeyButton({ passkeys: { isOffered, origin } }: PartPorts) {
  if (!isOffered) return undefined;
  return ({ next, step, isMain }: { next: string; step: 'alone' | 'second'; isMain?: boolean }) => (
    <CeremonyForm
      action={PASSKEY_LOGIN_PATH}
      hidden={{ next, step }}
      label={messages.logIn}
      origin={origin}
      kind={(isMain ?? step === 'second') ? 'main' : 'quiet'}
      ceremony={{ 'data-use': `${OPTIONS_PATH}?step=${step}` }}
    />
  );
}

/** The step of a registration in which the browser creates a passkey in place of a password. */
export const REGISTRATION_PATH = `${accountPath('register')}passkey/`;

/** The step, and the button that leads to it. */
export function passkeyStep({ passkeys: { origin } }: PartPorts) {
  const Button = () => (
    <div class="form" data-passkey data-origin={origin} hidden>
      <SubmitButton label={messages.register} kind="quiet" name="way" value="passkey" />
      <p class="hint">{messages.registerHint}</p>
      <script src={passkeyScript.path} defer />
    </div>
  );
  return { path: REGISTRATION_PATH, Button };
}

/** A form that a passkey of its owner sends. */
export function passkeyForm({ passkeys: { origin } }: PartPorts) {
  return ({
    submit,
    ...form
  }: Pick<Ceremony, 'action' | 'kind' | 'children'> & { submit: string }) => (
    <CeremonyForm
      {...form}
      label={submit}
      origin={origin}
      ceremony={{ 'data-use': `${OPTIONS_PATH}?step=owner` }}
    />
  );
}

/** The line in the overview of the second factors. */
export const passkeyFactor = ({ passkeys: { isOffered } }: PartPorts) => ({
  Line({ facts }: { facts: { passkeysSince: number | null; now: number } }) {
    const { passkeysSince: since, now } = facts;
    if (since === null && !isOffered) return null;
    const state =
      since === null ? (
        securityMessages.off
      ) : (
        <Moment at={since} text={securityMessages.on(agoOf(since, now))} />
      );
    return (
      <SettingLine label={messages.title} state={state}>
        <a href={PASSKEYS_PATH}>{since === null ? messages.setUp : messages.manage}</a>
      </SettingLine>
    );
  },
});
