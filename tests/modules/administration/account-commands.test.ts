// The account commands, each on a real data folder.

import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test';
import { type Bench, openBench } from '../../support/command-line.ts';

let bench: Bench;

beforeAll(async () => {
  bench = openBench();
  await bench.out(['account', 'create', 'Alice', '--email', 'alice@example.net', '--admin']);
});

beforeEach(() => {
  bench.prompts.length = 0;
});

afterAll(() => bench[Symbol.dispose]());

async function show(name: string): Promise<Record<string, unknown>> {
  return JSON.parse(await bench.out(['account', 'show', name, '--json']));
}

async function create(name: string, ...more: string[]): Promise<void> {
  await bench.out(['account', 'create', name, '--email', `${name}@example.net`, ...more]);
}

describe('account first-administrator', () => {
  const argv = ['account', 'first-administrator', '--listen', '127.0.0.1:1'];

  test('shows a link, and says that nothing answers there', async () => {
    using fresh = openBench();
    const { exitCode, out, err } = await fresh.run([...argv, '--base-url', 'https://play.test']);
    expect(exitCode).toBe(0);
    expect(out).toMatch(
      /^There is no administrator yet\. .*\nhttps:\/\/play\.test\/acc\/first-administrator\/[\w-]{43}\/\n$/,
    );
    expect(err).toContain('Nothing answers on 127.0.0.1:1. Start the service');
  });

  test('is refused where there is an administrator', async () => {
    const { exitCode, out, err } = await bench.run(argv);
    expect([exitCode, out]).toEqual([1, '']);
    expect(err).toContain('There is already an administrator');
  });
});

describe('account create', () => {
  test('prints a generated password once where there is no terminal', async () => {
    const out = await bench.out(['account', 'create', 'Bob', '--email', 'bob@example.net']);
    expect(out).toMatch(
      /^Account Bob created \(ID \d+, verified\)\.\nPassword \(shown only once\): \S{12,}\n$/,
    );
    expect(await show('bob')).toMatchObject({ name: 'Bob', state: 'verified', isAdmin: false });
  });

  test('asks twice at a terminal, without showing what is typed', async () => {
    const argv = ['account', 'create', 'Carol', '--email', 'carol@example.net'];
    const out = await bench.out(argv, { answers: ['long enough', 'long enough'] });
    expect(out).not.toContain('long enough');
    expect(out).not.toContain('Password');
    expect(bench.prompts.map(({ isHidden }) => isHidden)).toEqual([true, true]);
  });

  test('generates a password for a person who types none', async () => {
    const argv = ['account', 'create', 'Dora', '--email', 'dora@example.net'];
    expect(await bench.out(argv, { answers: [''] })).toContain('Password (shown only once): ');
  });

  test.each([
    ['two different passwords', ['long enough', 'long enouhg'], 'differ'],
    ['somebody who breaks off', [undefined], 'Nothing was changed'],
    ['a password that is too short', ['short', 'short'], '8'],
  ])('%s make no account', async (_, answers, hint) => {
    const argv = ['account', 'create', 'Nobody', '--email', 'nobody@example.net'];
    const { exitCode, out, err } = await bench.run(argv, { answers });
    expect([exitCode, out]).toEqual([1, '']);
    expect(err).toStartWith('muster: ');
    expect(err).toContain(hint);
    expect((await bench.run(['account', 'show', 'Nobody'])).exitCode).toBe(1);
  });

  test('takes the password from standard input, without showing it', async () => {
    const argv = ['account', 'create', 'Erin', '--email', 'erin@example.net', '--password-stdin'];
    const { exitCode, out, err } = await bench.run(argv, { stdin: 'correct horse\n' });
    expect(exitCode).toBe(0);
    expect(out + err).not.toContain('correct horse');
  });

  test('refuses what is easily guessed, unless a test says otherwise', async () => {
    const argv = ['account', 'create', 'Weak', '--email', 'weak@example.net', '--password-stdin'];
    const refused = await bench.run(argv, { stdin: 'password123' });
    expect([refused.exitCode, refused.out]).toEqual([1, '']);
    expect(refused.err).not.toContain('password123');
    const allowed = await bench.run([...argv, '--allow-weak-password'], { stdin: 'password123' });
    expect(allowed.exitCode).toBe(0);
  });
});

describe('account list and show', () => {
  test('the list is a table in order of registration', async () => {
    const lines = (await bench.out(['account', 'list'])).split('\n');
    expect(lines[0]).toMatch(/^ID +NAME +STATE +ROLE +REGISTERED \(UTC\)$/);
    expect(lines[1]).toMatch(/^1 +Alice +verified +administrator +\d{4}-\d\d-\d\d \d\d:\d\d$/);
  });

  test('the list is searched by name, id, address and state', async () => {
    await create('Zora', '--unverified');
    const { id } = await show('Zora');
    const names = async (...flags: string[]) => {
      const rows = JSON.parse(await bench.out(['account', 'list', '--json', ...flags]));
      return rows.map(({ name }: { name: string }) => name);
    };
    expect(await names('--search', 'zOR')).toEqual(['Zora']);
    expect(await names('--search', `${id}`)).toContain('Zora');
    expect(await names('--search', 'zora@example.net')).toEqual(['Zora']);
    expect(await names('--only', 'unverified', '--search', 'zo')).toEqual(['Zora']);
    expect(await names('--only', 'staff')).toEqual(['Alice']);
    expect(await names('--search', 'nobody-at-all')).toEqual([]);
    const { exitCode, err } = await bench.run(['account', 'list', '--only', 'odd']);
    expect([exitCode, err]).toEqual([2, expect.stringContaining('unverified, suspended, staff')]);
  });

  test('the list for scripts holds every account and nothing of a password', async () => {
    const json = await bench.out(['account', 'list', '--json']);
    const rows = JSON.parse(json);
    expect(rows[0]).toMatchObject({ id: 1, name: 'Alice', email: 'alice@example.net' });
    expect(rows[0].registeredAt).toMatch(/^\d{4}-.*Z$/);
    expect(json).not.toMatch(/argon2|password/i);
  });

  test('the details include what was set and decided', async () => {
    await create('Walt', '--unverified');
    const time = String.raw`\d{4}-\d\d-\d\d \d\d:\d\d UTC`;
    const details = async () =>
      (await bench.out(['account', 'show', 'Walt'])).trimEnd().split('\n').slice(1);
    const lines = (...more: string[]) =>
      ['name +Walt', 'email +Walt@example\\.net', ...more].map((line) =>
        expect.stringMatching(new RegExp(`^${line}$`)),
      );
    expect(await details()).toEqual(
      lines(
        ...['state +unverified', 'role +player', 'premium +no', 'flags +\\(none\\)'],
        ...['forum title +\\(none\\)', `registered +${time}`],
      ),
    );
    const set = ['--flags', 'dm', '--forum-title', 'Builder', '--premium', 'yes'];
    await bench.out(['account', 'set', 'Walt', ...set]);
    await bench.out(['account', 'verify', 'Walt']);
    await bench.out(['account', 'suspend', 'Walt', '--reason', 'Griefing', '--until', '7d']);
    expect(await details()).toEqual(
      lines(
        ...['state +suspended', 'role +player', 'premium +yes', 'flags +dm'],
        ...['forum title +Builder', `registered +${time}`, `verified +${time}`],
        ...[`suspended +${time}`, `until +${time}`, 'reason +Griefing'],
      ),
    );
  });

  test.each(['show', 'verify', 'password', 'suspend', 'restore', 'delete'])(
    '%s says when there is no such account',
    async (command) => {
      const { exitCode, out, err } = await bench.run(['account', command, 'Nemo'], { answers: [] });
      expect([exitCode, out]).toEqual([1, '']);
      expect(err).toMatch(/^muster: .*Nemo.*\n$/);
      expect(bench.prompts).toEqual([]);
    },
  );
});

describe('roles', () => {
  test('are given by set and by create, and shown', async () => {
    await create('Rita', '--role', 'moderator');
    expect(await show('Rita')).toMatchObject({ role: 'moderator', isAdmin: false });
    expect(await bench.out(['account', 'list'])).toMatch(/Rita +verified +moderator/);
    const argv = ['account', 'set', 'Rita', '--role', 'player', '--reason', 'left us'];
    expect(await bench.out(argv)).toMatch(/^role +player$/m);
    expect(await bench.out(['audit', 'list', '--action', 'role changed'])).toMatch(
      /Rita +from Moderator to Player +left us/,
    );
  });

  test.each([
    ['a role that there is not', ['--role', 'emperor'], 'player, moderator, administrator'],
    ['both ways at once', ['--role', 'player', '--admin', 'yes'], 'not both'],
  ])('set refuses %s', async (_, args, hint) => {
    const { exitCode, out, err } = await bench.run(['account', 'set', 'Alice', ...args]);
    expect([exitCode, out]).toEqual([2, '']);
    expect(err).toContain(hint);
  });

  test('create refuses both ways at once, before it asks for a password', async () => {
    const roles = ['--admin', '--role', 'moderator'];
    const argv = ['account', 'create', 'Ruth', '--email', 'ruth@example.net', ...roles];
    const { exitCode, err } = await bench.run(argv, { answers: [] });
    expect([exitCode, err]).toEqual([2, 'muster: Give --role or --admin, not both.\n']);
    expect(bench.prompts).toEqual([]);
  });
});

describe('account password', () => {
  test('takes the password from standard input', async () => {
    const argv = ['account', 'password', 'alice', '--password-stdin'];
    const out = await bench.out(argv, { stdin: 'a new password' });
    expect(out).toBe('Account Alice has a new password. Its sessions were ended.\n');
  });

  test('an empty standard input is no password', async () => {
    const argv = ['account', 'password', 'Alice', '--password-stdin'];
    expect((await bench.run(argv, { stdin: '\n' })).exitCode).toBe(1);
  });
});

describe('account set', () => {
  test('changes what is given and leaves the rest', async () => {
    await create('Judy');
    const title = ['--flags', 'dm', '--forum-title', 'Builder', '--premium', 'yes'];
    await bench.out(['account', 'set', 'judy', ...title]);
    const first = { flags: 'dm', forumTitle: 'Builder', isPremium: true, isAdmin: false };
    expect(await show('Judy')).toMatchObject(first);
    await bench.out(['account', 'set', 'judy', '--admin', 'YES']);
    expect(await show('Judy')).toMatchObject({ ...first, isAdmin: true });
    await bench.out(['account', 'set', 'judy', '--flags', '', '--premium', 'no']);
    const last = { flags: '', forumTitle: 'Builder', isPremium: false, isAdmin: true };
    expect(await show('Judy')).toMatchObject(last);
  });

  test.each([
    ['nothing to set', [], 2, 'Nothing to change'],
    ['neither yes nor no', ['--premium', 'maybe'], 2, 'yes or no'],
    ['a letter that is no flag', ['--flags', 'x'], 1, 'x'],
  ] as [string, string[], number, string][])('%s is refused', async (_, args, code, hint) => {
    const { exitCode, out, err } = await bench.run(['account', 'set', 'Alice', ...args]);
    expect([exitCode, out]).toEqual([code, '']);
    expect(err).toContain(hint);
  });
});

describe('account delete', () => {
  test('asks for the name at a terminal', async () => {
    await create('Kurt');
    const out = await bench.out(['account', 'delete', 'kurt'], { answers: ['Kurt'] });
    expect(out).toBe('Account Kurt was deleted.\n');
    expect(bench.prompts).toMatchObject([{ isHidden: false }]);
    expect((await bench.run(['account', 'show', 'Kurt'])).exitCode).toBe(1);
  });

  test.each([
    ['another name', ['Alise'], 1],
    ['nothing', [undefined], 1],
    ['nobody to ask', undefined, 2],
  ] as [string, (string | undefined)[] | undefined, number][])(
    '%s deletes nothing',
    async (_, answers, code) => {
      const person = answers === undefined ? {} : { answers };
      const { exitCode, out, err } = await bench.run(['account', 'delete', 'Alice'], person);
      expect([exitCode, out]).toEqual([code, '']);
      expect(err).toStartWith('muster: ');
      expect(await show('Alice')).toMatchObject({ name: 'Alice' });
    },
  );
});
