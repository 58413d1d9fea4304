// Settings of the login with a provider that need each other, and secrets that no problem repeats.

import { expect, test } from 'bun:test';
import { review } from '../../platform/config/support.ts';

const ISSUER = { oidc_login: 'https://id.example.net' };

test('a provider needs the ID of this site there', () => {
  expect(review({ flags: ISSUER }).problems).toEqual([
    expect.stringContaining('MUSTER_OIDC_LOGIN_CLIENT_ID'),
  ]);
  expect(review({ flags: { ...ISSUER, oidc_login_client_id: 'ä' } }).problems).toHaveLength(1);
  expect(review({ flags: { ...ISSUER, oidc_login_client_id: 'muster' } }).problems).toEqual([]);
});

test('no problem repeats a secret', () => {
  const { problems } = review({ flags: { oidc_login_client_secret: 'hünter2' } });
  expect(problems).toHaveLength(1);
  expect(problems.join()).not.toContain('hünter2');
});
