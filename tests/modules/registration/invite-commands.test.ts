// The invite commands, on a real data folder.

import { describe, expect, test } from 'bun:test';
import { openBench } from '../../support/command-line.ts';

const INVITE = ['--registration', 'invite'];

describe('invites', () => {
  test('are created, listed with the uses that are left, and revoked', async () => {
    using bench = openBench();
    const made = await bench.out([...INVITE, 'invite', 'create']);
    expect(made).toMatch(
      /^Invite 1: valid for 1 registration until \d{4}-\d\d-\d\d \d\d:\d\d UTC\.\nCode \(shown only once\): ([a-z2-9]{4}-){3}[a-z2-9]{4}\nPeople enter it at http:\/\/localhost:8080\/acc\/register\/\n$/,
    );
    const code = /once\): (\S+)/.exec(made)?.[1] ?? '';
    await bench.out(['invite', 'create', '--uses', '10', '--valid', '12h']);
    const table = await bench.out(['invite', 'list']);
    expect(table).toMatch(
      /^ID +USES LEFT +CREATED \(UTC\) +VALID UNTIL \(UTC\)\n1 +1 of 1 .*\n2 +10 of 10 .*\n$/,
    );
    expect(table).not.toContain(code);
    const rows = JSON.parse(await bench.out(['invite', 'list', '--json']));
    expect(rows).toMatchObject([
      { id: 1, uses: 1, usesLeft: 1 },
      { id: 2, uses: 10, usesLeft: 10 },
    ]);
    expect(Date.parse(rows[1].expiresAt) - Date.parse(rows[1].createdAt)).toBe(12 * 3_600_000);
    expect(await bench.out(['invite', 'revoke', '1'])).toBe('Invite 1 was revoked.\n');
    expect(JSON.parse(await bench.out(['invite', 'list', '--json']))).toHaveLength(1);
  });

  test('that are not needed are created with a note about it', async () => {
    using bench = openBench();
    expect(await bench.out(['invite', 'create'])).toContain(
      'Registration is open, so this code has no effect. To register people by invite, use --registration invite.',
    );
  });

  const refused: [string[], number, RegExp][] = [
    [['create', '--uses', '0'], 2, /--uses needs a whole number from 1/],
    [['create', '--valid', '7'], 2, /--valid needs a duration with m, h, d or w/],
    [['revoke', 'x'], 2, /number of an invite must be a whole number, not "x": muster invite list/],
    [['revoke', '7'], 1, /There is no invite with this number/],
  ];
  test.each(refused)('invite %p is refused', async (argv, exitCode, sentence) => {
    using bench = openBench();
    const outcome = await bench.run(['invite', ...argv]);
    expect(outcome.exitCode).toBe(exitCode);
    expect(outcome.err).toMatch(sentence);
  });
});
