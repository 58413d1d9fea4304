// Which inbox an email address leads to.

import { describe, expect, test } from 'bun:test';
import { findInbox } from '../../../src/modules/profile/mail-hosts.ts';

describe('the inbox of an address', () => {
  test.each([
    ['zoe@gmail.com', 'Gmail', 'https://mail.google.com/'],
    ['zoe@GoogleMail.com', 'Gmail', 'https://mail.google.com/'],
    ['"a@b"@web.de', 'WEB.DE', 'https://web.de/'],
    ['gmx.de', 'GMX', 'https://www.gmx.net/'],
    ['zoe@t-online.de', 'T-Online', 'https://email.t-online.de/'],
  ])('of %p is that of %s', (address, name, url) => {
    expect(findInbox(address)).toMatchObject({ name, url });
  });

  test.each(['zoe@example.net', 'zoe@gmail.com.example', 'zoe', '', '__proto__', 'constructor'])(
    'of %p is unknown',
    (address) => {
      expect(findInbox(address)).toBeUndefined();
    },
  );

  test('of every host of a provider is found by the first one too', () => {
    for (const address of ['googlemail.com', 'hotmail.de', 'mac.com', 'pm.me', 'posteo.org']) {
      const inbox = findInbox(address);
      expect(inbox?.host).toBeTruthy();
      expect(findInbox(inbox?.host ?? '')).toEqual(inbox);
    }
  });
});
