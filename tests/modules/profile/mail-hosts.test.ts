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
    const host = address.slice(address.lastIndexOf('@') + 1).toLowerCase();
    expect(findInbox(address)).toEqual({ name, url, host });
  });

  test.each(['zoe@example.net', 'zoe@gmail.com.example', 'zoe', '', '__proto__', 'constructor'])(
    'of %p is unknown',
    (address) => {
      expect(findInbox(address)).toBeUndefined();
    },
  );
});
