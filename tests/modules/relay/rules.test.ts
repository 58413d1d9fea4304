// Which relays are admitted: paths, admission, limits, and close codes.

import { beforeEach, describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import {
  createAdmission,
  parseRelayPath,
  type RelayRequest,
} from '../../../src/modules/relay/admission.ts';
import { passOn } from '../../../src/modules/relay/pump.ts';
import { relaySpace } from '../../../src/modules/relay/relay-api.ts';
import { rounds } from '../../support/rounds.ts';

const TARGET = { ip: '203.0.113.7', port: 25565 };
const ORIGIN = 'https://play.test';
const RIGHT: RelayRequest = {
  path: '/p/203.0.113.7/25565',
  origin: ORIGIN,
  protocols: 'ClassiCube',
  address: '198.51.100.23',
};

// C12.1
describe('the path', () => {
  test.each([
    ['/p/203.0.113.7/25565', TARGET],
    ['/p/1.2.3.4/1', { ip: '1.2.3.4', port: 1 }],
    ['/p/255.255.255.255/65535', { ip: '255.255.255.255', port: 65_535 }],
  ])('%s is read', (path, target) => {
    expect(parseRelayPath(path)).toEqual(target);
  });

  test.each(ODD_PATHS())('%s is not: %s', (_what, path) => {
    expect(parseRelayPath(path)).toBeUndefined();
    expect(relaySpace.covers(path)).toBe(true);
  });

  test.each(['/', '/p', '/play/1', '/api/servers', '/server/play/p/', '/x/p/1.2.3.4/5', ''])(
    '%p has nothing to do with the relay',
    (path) => {
      expect(relaySpace.covers(path)).toBe(false);
    },
  );

  test('whatever is read is spelled exactly so', () => {
    const piece = fc.constantFrom(...'0123456789./:%p2f[]x@ '.split(''), '127.0.0.1', '/p/');
    const path = fc.oneof(
      fc.string(),
      fc.array(piece).map((pieces) => `/p/${pieces.join('')}`),
    );
    fc.assert(
      fc.property(path, (text) => {
        const target = parseRelayPath(text);
        if (target !== undefined) expect(`/p/${target.ip}/${target.port}`).toBe(text);
      }),
      rounds(2_000),
    );
  });

  test('every address and port is read back', () => {
    fc.assert(
      fc.property(fc.ipV4(), fc.integer({ min: 1, max: 65_535 }), (ip, port) => {
        expect(parseRelayPath(`/p/${ip}/${port}`)).toEqual({ ip, port });
      }),
    );
  });
});

/** Other ways to name a server, and ways to name something else. */
function ODD_PATHS(): [string, string][] {
  return [
    ['a slash at the end', '/p/203.0.113.7/25565/'],
    ['a doubled slash', '//p/203.0.113.7/25565'],
    ['an encoded slash in front', '/p%2f203.0.113.7/25565'],
    ['a backslash', '/p\\203.0.113.7\\25565'],
    ['a query', '/p/203.0.113.7/25565?x'],
    ['a plus before the port', '/p/203.0.113.7/+25565'],
    ['a capital', '/P/203.0.113.7/25565'],
    ['a leading zero', '/p/203.000.113.7/25565'],
    ['a number too large', '/p/203.0.113.256/25565'],
    ['a leading zero of the port', '/p/203.0.113.7/025565'],
    ['a port of 0', '/p/203.0.113.7/0'],
    ['a port too large', '/p/203.0.113.7/65536'],
    ['no port after the slash', '/p/203.0.113.7/'],
    ['a name', '/p/localhost/25565'],
    ['IPv6', '/p/[2001:db8::1]/25565'],
    ['a line break', '/p/203.0.113.7/25565\n'],
  ];
}

describe('admission', () => {
  let admit: ReturnType<typeof createAdmission>;
  let requested: string[];

  beforeEach(() => {
    requested = [];
    admit = createAdmission({
      origin: ORIGIN,
      limits: { relayPerAddress: 2, relayLimit: 4 },
      findRelayTarget(ip, port) {
        requested.push(`${ip}:${port}`);
        return ip === TARGET.ip && port === TARGET.port ? TARGET : undefined;
      },
    });
  });

  function take(change: Partial<RelayRequest> = {}) {
    const place = admit({ ...RIGHT, ...change });
    if (typeof place === 'string') throw new Error(place);
    return place;
  }

  test.each(['chat, ClassiCube', 'ClassiCube,chat', ' ClassiCube '])(
    'offers may be %p',
    (protocols) => {
      expect(take({ protocols }).target).toEqual(TARGET);
    },
  );

  // C12.2, C12.3
  test.each([
    ['no origin', { origin: null }, 'origin'],
    ['the origin over http', { origin: 'http://play.test' }, 'origin'],
    ['an origin with a port', { origin: 'https://play.test:443' }, 'origin'],
    ['an origin that begins the same', { origin: `${ORIGIN}.evil.test` }, 'origin'],
    ['two origins', { origin: `${ORIGIN}, ${ORIGIN}` }, 'origin'],
    ['no subprotocol', { protocols: null }, 'protocol'],
    ['another subprotocol', { protocols: 'chat' }, 'protocol'],
    ['the subprotocol in small letters', { protocols: 'classicube' }, 'protocol'],
    ['another port', { path: '/p/203.0.113.7/25566' }, 'not_listed'],
    ['another address', { path: '/p/203.0.113.8/25565' }, 'not_listed'],
  ])('%s is refused', (_what, change, reason) => {
    expect(admit({ ...RIGHT, ...change })).toBe(reason as never);
  });

  // C12.2
  test('for any path, only the listed server is admitted', () => {
    const part = fc.oneof(
      fc.ipV4(),
      fc.ipV6(),
      fc.domain(),
      fc.constantFrom('203.0.113.7', '127.0.0.1', '%2f', '..', '', '0', '[::1]'),
      fc.integer({ min: -1, max: 70_000 }).map(String),
    );
    const path = fc.array(part, { maxLength: 4 }).map((parts) => `/p/${parts.join('/')}`);
    fc.assert(
      fc.property(path, (text) => {
        const place = admit({ ...RIGHT, path: text });
        if (typeof place !== 'string') place.release();
        expect(typeof place === 'string').toBe(text !== RIGHT.path);
      }),
      rounds(1_000),
    );
  });

  // C12.13
  test('an address has its own limit, and gets a place back when one is released', () => {
    const first = take();
    take();
    expect(admit(RIGHT)).toBe('address_limit');
    take({ address: '198.51.100.24' });
    first.release();
    first.release();
    take();
    expect(admit(RIGHT)).toBe('address_limit');
  });

  test('all addresses of one IPv6 network count as one', () => {
    take({ address: '2001:db8::1' });
    take({ address: '2001:db8::2' });
    expect(admit({ ...RIGHT, address: '2001:db8::3' })).toBe('address_limit');
    take({ address: '2001:db8:0:1::3' });
  });

  // C12.13
  test('there is a limit for all together', () => {
    const places = [1, 2, 3, 4].map((last) => take({ address: `198.51.100.${last}` }));
    expect(admit({ ...RIGHT, address: '198.51.100.9' })).toBe('limit');
    for (const place of places) place.release();
    take({ address: '198.51.100.9' });
  });

  describe('of a thousand places', () => {
    beforeEach(() => {
      const limits = { relayPerAddress: 8, relayLimit: 1_000 };
      admit = createAdmission({ origin: ORIGIN, limits, findRelayTarget: () => TARGET });
    });

    /** How many of so many requests get a place, the next address of the network asking each time. */
    function takeMany(addressOf: (index: number) => string) {
      const places = [];
      for (let index = 0; index < 2_000; index += 1) {
        const place = admit({ ...RIGHT, address: addressOf(index) });
        if (typeof place === 'string') expect(place).toBe('network_limit');
        else places.push(place);
      }
      return places;
    }

    test.each<[string, (index: number) => string, string]>([
      ['one IPv4 /24', (index) => `203.0.113.${index % 256}`, '203.0.114.1'],
      ['the same, mapped', (index) => `::ffff:203.0.113.${index % 256}`, '203.0.112.255'],
      ['one IPv6 /48', (index) => `2001:db8:7:${index.toString(16)}::1`, '2001:db8:8::1'],
    ])('%s gets a quarter, and others what is left', (_what, addressOf, other) => {
      const places = takeMany(addressOf);
      expect(places).toHaveLength(250);
      for (let time = 0; time < 8; time += 1) take({ address: other });
      expect(admit({ ...RIGHT, address: other })).toBe('address_limit');
      expect(admit({ ...RIGHT, address: addressOf(1_000) })).toBe('network_limit');
      places[0]?.release();
      places[0]?.release();
      take({ address: addressOf(1_000) });
      expect(admit({ ...RIGHT, address: addressOf(1_001) })).toBe('network_limit');
    });
  });

  test('a network may have what two addresses may, however few there are in all', () => {
    const limits = { relayPerAddress: 8, relayLimit: 20 };
    admit = createAdmission({ origin: ORIGIN, limits, findRelayTarget: () => TARGET });
    for (const last of [1, 2]) {
      for (let time = 0; time < 8; time += 1) take({ address: `198.51.100.${last}` });
    }
    expect(admit({ ...RIGHT, address: '198.51.100.3' })).toBe('network_limit');
    take({ address: '192.0.2.1' });
  });

  test('a refusal takes no place', () => {
    for (let time = 0; time < 10; time += 1) admit({ ...RIGHT, protocols: null });
    take();
    take();
  });
});

describe('codes', () => {
  test('whatever comes in, what goes out may stand in a close frame', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 65_535 }), (code) => {
        const passed = passOn(code, 1011);
        const isKept = passed === code;
        expect([1004, 1005, 1006, 1015].includes(passed)).toBe(false);
        expect(isKept || passed === 1000 || (code === 1006 && passed === 1011)).toBe(true);
        expect((passed >= 1000 && passed < 1015) || (passed >= 3000 && passed < 5000)).toBe(true);
      }),
    );
  });
});

test('limits that change count for the next relay, and those that are open stay', () => {
  const limits = { relayPerAddress: 2, relayLimit: 10 };
  const admit = createAdmission({ origin: ORIGIN, limits, findRelayTarget: () => TARGET });
  const admitted = { target: TARGET };
  expect(admit(RIGHT)).toMatchObject(admitted);
  expect(admit(RIGHT)).toMatchObject(admitted);
  expect(admit(RIGHT)).toBe('address_limit');
  limits.relayPerAddress = 3;
  expect(admit(RIGHT)).toMatchObject(admitted);
  limits.relayLimit = 3;
  expect(admit({ ...RIGHT, address: '198.51.100.2' })).toBe('limit');
});
