// The parts that passkeys add to other pages: the button of a login, and the line in the overview of the second factors.
/** @jsxImportSource preact */

import { createAsset, JAVASCRIPT } from '../../platform/views/assets.ts';
import { bundle } from '../../platform/views/bundle.ts' with { type: 'macro' };
import { Form } from '../../platform/views/forms.tsx';
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

/** A button that lets the browser create or use a passkey, and sends its answer. The script shows it. */
export function CeremonyForm(properties: {
  action: string;
  hidden?: Readonly<Record<string, string>>;
  label: string;
  origin: string;
  isMain: boolean;
  /** What the browser needs to create a passkey, or the path of what it needs to use one. */
  ceremony: { 'data-create': string } | { 'data-use': string };
}) {
  const { action, hidden = {}, label, origin, isMain, ceremony } = properties;
  return (
    <div data-passkey data-origin={origin} {...ceremony} hidden>
      <Form action={action} hidden={{ ...hidden, credential: '' }}>
        <button class={`button ${isMain ? 'play' : 'quiet'}`} type="button">
          {label}
        </button>
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
      isMain={isMain ?? step === 'second'}
      ceremony={{ 'data-use': `${OPTIONS_PATH}?step=${step}` }}
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
