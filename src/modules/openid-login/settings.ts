// The settings of the module: the OpenID provider with which players can log in.

import { parseUrl } from '../../platform/config/addresses.ts';
import type { OptionTable, SettingsOf } from '../../platform/config/option-table.ts';
import { one, refuse } from '../../platform/config/values.ts';
import { Failure } from '../../platform/lib/failure.ts';

export const settings = {
  oidc_login: {
    type: one('url', parseIssuer),
    needsRestart: true,
    help: 'Issuer of an OpenID provider that players can also log in with, such as https://id.example.net. At the provider, register /acc/login/openid/callback/ below base_url as the redirect address.',
  },
  oidc_login_client_id: {
    type: one('id', parseClientId),
    fallbackNote: 'none; needed with oidc_login',
    needsRestart: true,
    help: 'Client ID that the provider of oidc_login gave this site.',
  },
  oidc_login_client_secret: {
    type: one('secret', parseClientSecret),
    fallbackNote: 'none, for a public client',
    isSecret: true,
    needsRestart: true,
    help: 'Client secret that the provider of oidc_login gave this site.',
  },
  oidc_login_name: {
    type: one('name', parseProviderName),
    fallbackNote: 'the host of oidc_login',
    needsRestart: true,
    help: 'Name of the provider of oidc_login on pages, up to 40 characters.',
  },
} as const satisfies OptionTable;

export type OpenIdLoginSettings = SettingsOf<typeof settings>;

/** Lists what is missing: the setting to change, and the rest of a sentence that begins with its name. */
export function findMissing(
  values: { oidc_login?: string | undefined; oidc_login_client_id?: string | undefined },
  broken: ReadonlySet<string>,
): readonly ['oidc_login_client_id', string] | undefined {
  const { oidc_login: issuer, oidc_login_client_id: clientId } = values;
  if (issuer === undefined || clientId !== undefined) return undefined;
  if (broken.has('oidc_login_client_id')) return undefined;
  const problem =
    'oidc_login is set, so the client ID that the provider gave this site is needed too.';
  return ['oidc_login_client_id', problem];
}

/** Browsers send codes to this address, so it needs https, except on this machine. */
const START = /^(https:\/\/|http:\/\/(localhost|127\.0\.0\.1|\[::1\])([:/]|$))/i;
const MAX_ISSUER_LENGTH = 200;

/** Returns the issuer as written, since providers compare each character. All parsers here throw `invalid`. */
function parseIssuer(text: string): string {
  const wanted = 'is not an issuer. Use an https address such as https://id.example.net';
  const { search, hash } = parseUrl(text, {
    start: START,
    most: MAX_ISSUER_LENGTH,
    wanted: `${wanted}.`,
    login: 'An issuer cannot contain a user name or password',
  });
  if (search !== '' || hash !== '') throw refuse(text, `${wanted}, without a query or fragment.`);
  return text;
}

const MAX_SECRET_LENGTH = 500;
const MAX_NAME_LENGTH = 40;

function parseClientId(text: string): string {
  if (/^[\x20-\x7e]{1,255}$/.test(text)) return text;
  throw refuse(text, 'is not a client ID. Use the text that the provider gave you.');
}

function parseClientSecret(text: string): string {
  if (/^[\x20-\x7e]+$/.test(text) && text.length <= MAX_SECRET_LENGTH) return text;
  // The value is not quoted, since it is a secret.
  const limit = `1 to ${MAX_SECRET_LENGTH} printable ASCII characters`;
  throw new Failure('invalid', `The client secret is not ${limit}. Copy it from the provider.`);
}

function parseProviderName(text: string): string {
  const name = text.trim();
  if (/^[^\p{C}\p{Zl}\p{Zp}]{1,40}$/u.test(name)) return name;
  throw refuse(text, `is not a name. Use one line of up to ${MAX_NAME_LENGTH} characters.`);
}
