// Only a real SMTP server shows what arrives, what is reported about failures, and how long it takes.

import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { type AddressInfo, createServer } from 'node:net';
import { emailKinds } from '../../../src/app/facts.ts';
import type { Delivery, Mail } from '../../../src/modules/email/outbox.ts';
import { toMail } from '../../../src/modules/email/sender.ts';
import { describeSender } from '../../../src/modules/email/templates.ts';
import { openSmtpTransport, type SmtpOptions } from '../../../src/modules/email/transport.ts';
import { systemTimers } from '../../../src/platform/lib/timers.ts';
import { plainPng } from '../../support/pictures.ts';
import { openSmtpPeer, type PeerMood, type SmtpPeer } from '../../support/smtp-peer.ts';
import { EVERY_EMAIL, sampleEmail, UNTIL } from './samples.ts';

const BASE_URL = 'https://play.example.net:8443';
const look = describeSender(BASE_URL);
const FROM = { name: 'Müller, "our" server', address: 'muster@example.net' };
const LOGIN = { user: 'mu:ster@x', password: 'p@ss/w:rd %#' };

const sampleMail = (changes: Partial<Mail> = {}): Mail => ({
  ...toMail(emailKinds, { id: 7, email: sampleEmail('test'), createdAt: UNTIL }, look),
  ...changes,
});

async function deliver(
  url: string,
  mail: Mail = sampleMail(),
  options: Partial<SmtpOptions> = {},
): Promise<Delivery> {
  await using transport = await openSmtpTransport({
    ...{ url, from: FROM, baseUrl: BASE_URL, mostAtOnce: 4, timers: systemTimers },
    ...options,
  });
  return await transport.deliver(mail, 'test');
}

describe('a mail', () => {
  let peer: SmtpPeer;
  beforeAll(async () => {
    peer = await openSmtpPeer();
  });
  afterAll(() => peer[Symbol.asyncDispose]());

  test('arrives with its headers and both bodies', async () => {
    const mail = sampleMail();
    expect(await deliver(peer.url, mail)).toMatchObject({ outcome: 'sent' });
    const got = peer.mails.at(-1);
    expect(got?.envelope).toEqual({ from: 'muster@example.net', to: ['alice@example.net'] });
    expect(got?.from).toBe('Müller, "our" server <muster@example.net>');
    expect(got?.to).toBe('alice@example.net');
    expect(got?.subject).toBe(mail.subject);
    expect(got?.text).toBe(mail.text);
    expect(got?.html.trim()).toBe(mail.html.trim());
    expect(got?.headers.get('auto-submitted')).toBe('auto-generated');
    expect(got?.headers.get('message-id')).toMatch(/^<email\.7\.\w+@play\.example\.net>$/);
    expect(got?.headers.get('date')).toBe('Sat, 21 Nov 2026 16:31:00 +0000');
    expect(got?.headerNames.toSorted()).toEqual([
      'auto-submitted',
      'content-type',
      'date',
      'from',
      'message-id',
      'mime-version',
      'subject',
      'to',
    ]);
  });

  test('brings the logo beside its HTML', async () => {
    const logo = plainPng(4, 4, 90);
    await deliver(peer.url, sampleMail({ logo }));
    const got = peer.mails.at(-1);
    expect(got?.text).toBe(sampleMail().text);
    expect(got?.raw).toMatch(
      /multipart\/alternative[\s\S]*text\/plain[\s\S]*multipart\/related[\s\S]*text\/html[\s\S]*Content-Id: <logo@muster>/i,
    );
    expect(got?.raw.replaceAll('\r\n', '')).toContain(Buffer.from(logo).toString('base64'));
  });

  test('of every kind arrives as it was written', async () => {
    for (const email of EVERY_EMAIL) {
      const mail = toMail(emailKinds, { id: 1, email, createdAt: UNTIL }, look);
      await deliver(peer.url, mail);
      expect(peer.mails.at(-1)?.text).toBe(mail.text);
      expect(peer.mails.at(-1)?.subject).toBe(mail.subject);
    }
  });

  test.each([
    ['a line break', 'Hi\r\nBcc: eve@example.net\r\n\r\nbody'],
    ['a bare line feed', 'Hi\nBcc: eve@example.net'],
    ['a bare carriage return', 'Hi\rBcc: eve@example.net'],
    ['an encoded word', '=?UTF-8?Q?Hi=0D=0ABcc:_eve=40example.net?='],
    ['quotes', 'A "quoted" <eve@example.net>, B'],
    ['other writing', 'Ünïcödé 日本 🎮 '.repeat(20).trim()],
    ['a line separator', 'Hi\u2028Bcc: eve@example.net'],
  ])('keeps its headers whatever the subject and the sender hold: %s', async (_, text) => {
    const outcome = await deliver(peer.url, sampleMail({ subject: text }), {
      from: { name: text, address: 'muster@example.net' },
    });
    expect(outcome.outcome).toBe('sent');
    const got = peer.mails.at(-1);
    expect(got?.envelope.to).toEqual(['alice@example.net']);
    expect(got?.headerNames).not.toContain('bcc');
    expect(got?.headerNames).toHaveLength(8);
    expect(got?.headers.get('to')).toBe('alice@example.net');
    expect(got?.text).toBe(sampleMail().text);
  });

  test('goes to one address, whatever stands in it', async () => {
    const to = 'alice@example.net>, <eve@example.net';
    await deliver(peer.url, sampleMail({ to }));
    expect(peer.requested).not.toContain('eve@example.net');
  });

  test('with a dot at the beginning of a line keeps it', async () => {
    const text = 'Hello\n.\n..\n.end\n';
    await deliver(peer.url, sampleMail({ text }));
    expect(peer.mails.at(-1)?.text).toBe(text);
  });

  test('goes to a domain in other writing by its punycode', async () => {
    await deliver(peer.url, sampleMail({ to: 'alice@müller.example' }));
    // The peer shows the envelope in its readable form again.
    expect(peer.mails.at(-1)?.envelope.to).toEqual(['alice@müller.example']);
    expect(peer.mails.at(-1)?.raw).toContain('\r\nTo: alice@xn--mller-kva.example\r\n');
  });
});

describe('the service introduces itself', () => {
  test.each([
    ['https://play.example.net:8443', 'play.example.net'],
    ['http://localhost:8080', 'localhost'],
    ['http://192.0.2.7', '[192.0.2.7]'],
    ['http://[2001:db8::7]:8080', '[IPv6:2001:db8::7]'],
    ['https://münze.example', 'xn--mnze-0ra.example'],
  ])('at %s as %s', async (baseUrl, name) => {
    await using peer = await openSmtpPeer();
    await deliver(peer.url, sampleMail(), { baseUrl });
    expect(peer.mails[0]?.clientName).toBe(name.toLowerCase());
  });
});

describe('an address with letters outside ASCII before the @', () => {
  const to = 'jürgen@example.net';

  test.each([
    ['in the clear', {}],
    ['once it is encrypted', { hasStartTls: true }],
    ['to those that log in', { login: LOGIN }],
  ])('is written to where the server offers SMTPUTF8, %s', async (_, options) => {
    await using peer = await openSmtpPeer(options);
    const url = `${peer.url}?tls.rejectUnauthorized=false`;
    expect(await deliver(url, sampleMail({ to }))).toMatchObject({ outcome: 'sent' });
    expect(peer.mails[0]?.envelope.to).toEqual([to]);
  });

  test('is refused where it does not, with the reason, and known from then on', async () => {
    await using peer = await openSmtpPeer({ hasSmtpUtf8: false });
    await using transport = await openSmtpTransport({
      ...{ url: peer.url, from: FROM, baseUrl: BASE_URL, mostAtOnce: 1, timers: systemTimers },
    });
    // Nothing is known yet.
    expect(transport.canWriteTo?.(to)).toBe(true);
    const { outcome, answer } = await transport.deliver(sampleMail({ to }), 'test');
    expect(outcome).toBe('refused');
    expect(answer).toContain('SMTPUTF8');
    expect(peer.requested).toEqual([]);
    expect(transport.canWriteTo?.(to)).toBe(false);
    expect(transport.canWriteTo?.('juergen@münze.example')).toBe(true);
  });

  test('waits while the server cannot be asked', async () => {
    const peer = await openSmtpPeer();
    await peer[Symbol.asyncDispose]();
    expect(await deliver(peer.url, sampleMail({ to }))).toMatchObject({ outcome: 'postponed' });
  });
});

describe('a server that does not take it', () => {
  const timeouts = { silenceMs: 300, deliveryMs: 2_000 };

  test.each([
    ['refuse', 'refused', '550'],
    ['refuse for now', 'postponed', '451'],
    ['refuse message', 'refused', '554 Looks like spam'],
    ['hang', 'postponed', 'Timeout'],
    ['drop', 'postponed', 'closed'],
  ] as [PeerMood, Delivery['outcome'], string][])('%s: %s', async (mood, outcome, hint) => {
    await using peer = await openSmtpPeer();
    peer.mood = mood;
    const delivery = await deliver(peer.url, sampleMail(), { timeouts });
    expect(delivery.outcome).toBe(outcome);
    expect(delivery.answer).toContain(hint);
    expect(peer.mails).toEqual([]);
  });

  test('nobody listens', async () => {
    const peer = await openSmtpPeer();
    await peer[Symbol.asyncDispose]();
    const { outcome, answer } = await deliver(peer.url);
    expect(outcome).toBe('postponed');
    expect(answer).toContain('ECONNREFUSED');
  });

  test('a line that is open and silent is left in time', async () => {
    const server = createServer(() => {}).listen(0, '127.0.0.1');
    await new Promise((resolve) => server.once('listening', resolve));
    const address = server.address();
    const port = typeof address === 'object' && address !== null ? address.port : 0;
    const { outcome, answer } = await deliver(`smtp://127.0.0.1:${port}`, sampleMail(), {
      timeouts,
    });
    expect(outcome).toBe('postponed');
    expect(answer).toMatch(/Timeout|Greeting never received/);
    server.close();
  });

  test('one that trickles is left in time too', async () => {
    const server = createServer((socket) => {
      const drip = setInterval(() => socket.write('220-wait\r\n'), 50);
      socket.on('error', () => {}).on('close', () => clearInterval(drip));
    }).listen(0, '127.0.0.1');
    await new Promise((resolve) => server.once('listening', resolve));
    const address = server.address();
    const port = typeof address === 'object' && address !== null ? address.port : 0;
    const { outcome } = await deliver(`smtp://127.0.0.1:${port}`, sampleMail(), {
      timeouts: { silenceMs: 5_000, deliveryMs: 400 },
    });
    expect(outcome).toBe('postponed');
    server.close();
  });
});

describe('a login', () => {
  test('with every awkward character is accepted', async () => {
    await using peer = await openSmtpPeer({ login: LOGIN });
    expect(await deliver(peer.url)).toMatchObject({ outcome: 'sent' });
    expect(peer.mails[0]?.user).toBe(LOGIN.user);
  });

  test('that is wrong keeps the email, since the operator can mend it, and shows no password', async () => {
    await using peer = await openSmtpPeer({ login: LOGIN });
    const url = `smtp://someone:hunter2@127.0.0.1:${peer.port}`;
    const { outcome, answer } = await deliver(url);
    expect(outcome).toBe('postponed');
    expect(answer).toContain('535');
    expect(answer).not.toContain('hunter2');
    await using transport = await openSmtpTransport({
      ...{ url, from: FROM, baseUrl: BASE_URL, mostAtOnce: 1, timers: systemTimers },
    });
    const refused = transport.verify();
    await expect(refused).rejects.toThrow(/127\.0\.0\.1:\d+ cannot be used: 535/);
    await expect(refused).rejects.not.toThrow('hunter2');
  });

  test('that is right is found so without a mail', async () => {
    await using peer = await openSmtpPeer({ login: LOGIN });
    await using transport = await openSmtpTransport({
      ...{ url: peer.url, from: FROM, baseUrl: BASE_URL, mostAtOnce: 1, timers: systemTimers },
    });
    expect(await transport.verify()).toBe(`127.0.0.1:${peer.port}`);
    expect(peer.mails).toEqual([]);
  });
});

describe('TLS', () => {
  const trusting = '?tls.rejectUnauthorized=false';

  test.each([
    ['STARTTLS where it is offered', { hasStartTls: true }],
    ['TLS from the first byte', { isTlsFirst: true }],
  ])(
    '%s: a certificate that nobody signed is refused, unless it is to be believed',
    async (_, options) => {
      await using peer = await openSmtpPeer({ ...options, login: LOGIN });
      const { outcome, answer } = await deliver(peer.url);
      expect(outcome).toBe('postponed');
      expect(answer).toMatch(/certificate|self.signed/i);
      expect(peer.mails).toEqual([]);
      expect(await deliver(peer.url + trusting)).toMatchObject({ outcome: 'sent' });
      expect(peer.mails[0]).toMatchObject({ isEncrypted: true, user: LOGIN.user });
    },
  );

  test('nothing is sent in the clear where TLS is demanded', async () => {
    await using peer = await openSmtpPeer();
    const { outcome } = await deliver(`${peer.url}?requireTLS=true`);
    expect(outcome).toBe('postponed');
    expect(peer.requested).toEqual([]);
  });
});

test('many mails share a few connections', async () => {
  await using peer = await openSmtpPeer();
  await using transport = await openSmtpTransport({
    ...{ url: peer.url, from: FROM, baseUrl: BASE_URL, mostAtOnce: 2, timers: systemTimers },
  });
  const mails = Array.from({ length: 20 }, (_, id) => sampleMail({ messageId: `m${id}@x` }));
  const outcomes = await Promise.all(mails.map((mail) => transport.deliver(mail, 'test')));
  expect(new Set(outcomes.map(({ outcome }) => outcome))).toEqual(new Set(['sent']));
  expect(peer.mails).toHaveLength(20);
  expect(peer.mostConnections).toBeLessThanOrEqual(2);
});

test('a connection that the server closed between two mails is replaced', async () => {
  const first = await openSmtpPeer();
  await using transport = await openSmtpTransport({
    ...{ url: first.url, from: FROM, baseUrl: BASE_URL, mostAtOnce: 1, timers: systemTimers },
  });
  expect((await transport.deliver(sampleMail(), 'test')).outcome).toBe('sent');
  await first[Symbol.asyncDispose]();
  await using second = await openSmtpPeer({ port: first.port });
  expect((await transport.deliver(sampleMail(), 'test')).outcome).toBe('sent');
  expect(second.mails).toHaveLength(1);
});

test('closing the transport interrupts what is under way, and reports that', async () => {
  await using peer = await openSmtpPeer();
  peer.mood = 'hang';
  const transport = await openSmtpTransport({
    ...{ url: peer.url, from: FROM, baseUrl: BASE_URL, mostAtOnce: 1, timers: systemTimers },
  });
  const delivering = transport.deliver(sampleMail(), 'test');
  while (peer.requested.length === 0) await new Promise((resolve) => setImmediate(resolve));
  await transport[Symbol.asyncDispose]();
  expect((await delivering).outcome).toBe('interrupted');
});

describe('a mail server that does not answer', () => {
  /** Takes connections, and sends what `greet` sends. */
  async function openMute(greet: (send: (text: string) => void) => void) {
    const server = createServer((socket) => {
      socket.on('error', () => {});
      greet((text) => socket.writable && socket.write(text));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    return { port, [Symbol.dispose]: () => void server.close() };
  }

  const verify = async (port: number) => {
    await using transport = await openSmtpTransport({
      ...{
        url: `smtp://127.0.0.1:${port}`,
        from: FROM,
        baseUrl: BASE_URL,
        mostAtOnce: 1,
        timers: systemTimers,
      },
    });
    const before = performance.now();
    await expect(transport.verify()).rejects.toThrow(
      /^The mail server 127\.0\.0\.1:\d+ cannot be used: /,
    );
    return performance.now() - before;
  };

  test('is given up after 5 s where it is only tried out', async () => {
    using mute = await openMute(() => {});
    const ms = await verify(mute.port);
    expect(ms).toBeGreaterThan(4_500);
    expect(ms).toBeLessThan(9_000);
  });

  test('is given up as soon where it sends a byte now and then', async () => {
    const timers: Timer[] = [];
    using mute = await openMute((send) => {
      timers.push(setInterval(() => send('220-wait\r\n'), 500));
    });
    expect(await verify(mute.port)).toBeLessThan(9_000);
    for (const timer of timers) clearInterval(timer);
  });
});
