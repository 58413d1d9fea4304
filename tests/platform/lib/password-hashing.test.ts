// Password hashing with the real argon2id, and the bounds for it.

import { describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import {
  createPasswordHasher,
  defaultHashingBounds,
  hashNoPassword,
  hasPassword,
  type PasswordHasher,
} from '../../../src/platform/lib/password-hashing.ts';
import { rounds } from '../../support/rounds.ts';

const cheap: PasswordHasher = createPasswordHasher({ memoryKib: 8, iterations: 1 });

describe('password hashing', () => {
  test("is argon2id at OWASP's cost by default", async () => {
    const usual: PasswordHasher = createPasswordHasher();
    const passwordHash = await usual.hash('correct horse');
    expect(passwordHash).toStartWith('$argon2id$v=19$m=19456,t=2,p=1$');
    expect(await usual.verify('correct horse', passwordHash)).toBe(true);
    expect(await cheap.verify('correct horse', passwordHash)).toBe(true);
  });

  test('salts: the same password twice gives two hashes, which both verify', async () => {
    const [one, two] = await Promise.all([
      cheap.hash('same password'),
      cheap.hash('same password'),
    ]);
    expect(one).not.toBe(two);
    expect(await cheap.verify('same password', one)).toBe(true);
    expect(await cheap.verify('same password', two)).toBe(true);
  });

  const different: [string, string, string][] = [
    ['other letters', 'password', 'passwore'],
    ['other case', 'password', 'Password'],
    ['a longer one with the same start', 'password', 'password1'],
    ['what comes before a NUL', 'pass\0word', 'pass'],
    ['another normal form', 'p\u00e4ssword', 'pa\u0308ssword'],
    ['a trailing space', 'password', 'password '],
    ['nothing at all', 'password', ''],
  ];
  test.each(different)('tells apart %s', async (_, password, other) => {
    const passwordHash = await cheap.hash(password);
    expect(await cheap.verify(password, passwordHash)).toBe(true);
    expect(await cheap.verify(other, passwordHash)).toBe(false);
  });

  test('an argon2id hash is needed: another algorithm does not verify', async () => {
    const bcrypt = await Bun.password.hash('password', { algorithm: 'bcrypt', cost: 4 });
    expect(await cheap.verify('password', bcrypt)).toBe(false);
  });

  test('no password at all matches none, not even that of its hash, and costs a check like any other', async () => {
    const usual = createPasswordHasher();
    let secret = '';
    const none = await hashNoPassword({
      hash(password) {
        secret = password;
        return usual.hash(password);
      },
    });
    const some = await usual.hash('password');
    expect([hasPassword({ passwordHash: none }), hasPassword({ passwordHash: some })]).toEqual([
      false,
      true,
    ]);
    expect(usual.isOutdated(none)).toBe(false);
    for (const password of ['', 'password', secret]) {
      expect(await usual.verify(password, none)).toBe(false);
    }
    const timeOf = async (passwordHash: string) => {
      const times: number[] = [];
      for (let round = 0; round < 5; round += 1) {
        const start = performance.now();
        await usual.verify('password', passwordHash);
        times.push(performance.now() - start);
      }
      return Math.min(...times);
    };
    // A check that hashes nothing takes less than a thousandth.
    expect(await timeOf(none)).toBeGreaterThan((await timeOf(some)) / 4);
  });

  test('an empty password has no hash', async () => {
    await expect((async () => cheap.hash(''))()).rejects.toThrow();
  });

  test('verify never throws and is false on anything that is not a hash', async () => {
    const hashes = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.string().map((text) => `$argon2id$v=19$m=8,t=1,p=1$${text}`),
    );
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'binary' }), hashes, async (password, passwordHash) => {
        expect(await cheap.verify(password, passwordHash)).toBe(false);
      }),
      rounds(200),
    );
  });
});

describe('the default bounds of hashing', () => {
  test.each([
    [1, 1, 1],
    [2, 1, 1],
    [3, 2, 0],
    [64, 2, 0],
  ])('on %i cores let %i run at once, and rest %i times as long', (cores, atOnce, rest) => {
    expect(defaultHashingBounds(cores)).toEqual({ atOnce, waiting: 32, rest });
  });
});
