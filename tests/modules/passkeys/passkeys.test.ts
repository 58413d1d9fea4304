// Where passkeys are offered, and that no answer of a browser breaks their check.

import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { passkeyFailures } from '../../../src/modules/passkeys/messages.ts';
import { findRelyingParty } from '../../../src/modules/passkeys/new-passkeys.ts';
import { openPasskeys } from '../../../src/modules/passkeys/open.ts';
import { Failure } from '../../../src/platform/lib/failure.ts';
import { createSoftPasskey } from '../../support/passkey.ts';
import { createReporter } from '../../support/reporter.ts';
import { browserAt, openWithAlice } from '../../support/test-accounts.ts';
import { becomeOwner, PROOF } from '../two-factor/owner.ts';

const BASE_URL = 'https://play.example.net:8443';
const SITE = { origin: BASE_URL, rpId: 'play.example.net' };

test.each<[string, string | undefined]>([
  ['https://play.example.net', 'play.example.net'],
  [BASE_URL, 'play.example.net'],
  ['http://localhost:8080', 'localhost'],
  ['https://localhost', 'localhost'],
  ['http://play.example.net', undefined],
  ['https://203.0.113.7', undefined],
  ['https://[2001:db8::1]', undefined],
  ['http://127.0.0.1:8080', undefined],
])('passkeys at %s are of %p', (baseUrl, rpId) => {
  expect(findRelyingParty(baseUrl)?.rpId).toBe(rpId as string);
});

test('their origin has the port of the base URL', () => {
  expect(findRelyingParty(BASE_URL)?.origin).toBe(BASE_URL);
});

/** The passkeys of Alice, who adds one as its owner in a browser. */
async function openWithPasskey() {
  const fixture = await openWithAlice();
  const owner = await becomeOwner(fixture);
  const { parts, security } = fixture.accounts;
  const copied: string[] = [];
  const report = createReporter({ passkey_copied: ({ account }) => copied.push(account) });
  const passkeys = openPasskeys({
    ...parts,
    security,
    clock: fixture.clock,
    passkeys: fixture.store.passkeys,
    baseUrl: BASE_URL,
    siteName: () => 'Play',
    report,
  });
  await passkeys.start(owner, 'Key', PROOF, browserAt());
  const setup = await passkeys.findSetup(owner);
  const passkey = createSoftPasskey();
  if (setup === undefined) throw new Error('Nothing was started.');
  await passkeys.add(owner, JSON.stringify(passkey.create(setup.options, SITE)), browserAt());
  return { fixture, passkeys, passkey, copied };
}

test('a copy is reported with the name of the account', async () => {
  const { passkeys, passkey, copied } = await openWithPasskey();
  const use = async () => {
    const options = await passkeys.describeUse('session', undefined, false);
    const answer = JSON.stringify(passkey.use(options, { ...SITE, counter: 9 }));
    return passkeys.recognise(answer, 'session', browserAt());
  };
  expect((await use()).account.name).toBe('Alice');
  await expect(use()).rejects.toThrow(passkeyFailures.copied);
  expect(copied).toEqual(['Alice']);
});

test('whatever a browser sends, it is refused as a wrong answer', async () => {
  const { passkeys, passkey } = await openWithPasskey();
  const { challenge } = await passkeys.describeUse('session', undefined, false);
  const right = passkey.use({ challenge }, SITE);
  const field = fc.oneof(fc.jsonValue(), fc.base64String(), fc.constant(undefined));
  const bent = fc
    .record({
      clientDataJSON: field,
      authenticatorData: field,
      signature: field,
      userHandle: field,
    })
    .map((response) => JSON.stringify({ ...right, response }));
  const text = fc.oneof(fc.string(), fc.json(), bent);
  let number = 0;
  await fc.assert(
    fc.asyncProperty(text, async (answer) => {
      number += 1;
      const caller = browserAt(`203.0.${number >> 8}.${number & 255}`);
      const failure = await passkeys.recognise(answer, 'session', caller).catch((it) => it);
      expect(failure).toBeInstanceOf(Failure);
      expect(failure.kind).toBe('invalid');
    }),
  );
});
