// The bounds on logging in: wrong attempts by account and address, and many logins at once.
import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { manyAddresses, type RunningMuster, startMuster } from '../support/binary.ts';
import { launcherTexts } from '../support/failures.ts';
import { Client, createAccount, type LoginState, nextAddress } from './client.ts';

const password = 'correct horse';
const tooMany = launcherTexts.tooMany(5);
const busy = launcherTexts.busy;
let muster: RunningMuster;
beforeAll(async () => {
  muster = await startMuster({ env: manyAddresses });
  for (const name of ['Alice', 'Bob', 'Carol', 'Dave', 'Eve', 'Frank'])
    await createAccount(muster, name);
});
afterAll(() => muster?.[Symbol.asyncDispose]());

/** Submits again and again with the token of the answer before; returns the last answer. */
async function repeat(
  client: Client,
  times: number,
  form: (turn: number) => Record<string, string>,
): Promise<LoginState> {
  let state = await client.openLogin();
  for (let turn = 0; turn < times; turn += 1) {
    state = await client.submitLogin({ ...form(turn), token: state.token });
    // A wrong name or password is answered as what it is, or as "busy", never as a success.
    expect(state.authenticated).toBe(false);
  }
  return state;
}

describe('10 wrong passwords for one account from one address', () => {
  test('stop that account from that address only', async () => {
    const address = nextAddress();
    const attacker = new Client(muster, { address });
    const running = new Client(muster, { address });
    await running.login('Alice', password);
    const tenth = await repeat(attacker, 10, () => ({
      username: 'aLiCe',
      password: 'wrong horse',
    }));
    expect(tenth.errors).toEqual(['password']);
    const eleventh = await attacker.login('Alice', password);
    expect(eleventh).toMatchObject({
      username: null,
      authenticated: false,
      errors: [tooMany],
      errorcount: 1,
    });
    expect(tooMany.length).toBeLessThanOrEqual(64);
    // Another device at the same address, in other spelling, is stopped too.
    expect((await new Client(muster, { address }).login('ALICE', password)).errors).toEqual([
      tooMany,
    ]);
    // Nobody else is.
    expect(await new Client(muster, { address }).login('Bob', password)).toMatchObject({
      errors: [],
    });
    const elsewhere = new Client(muster, { address: nextAddress() });
    expect(await elsewhere.login('Alice', password)).toMatchObject({
      username: 'Alice',
      errors: [],
    });
    expect(await running.openLogin()).toMatchObject({ username: 'Alice', authenticated: true });
    // The token is looked at first.
    expect(
      (await attacker.submitLogin({ username: 'Alice', password, token: 'x' })).errors,
    ).toEqual(['token']);
  });
  test('nine are forgiven', async () => {
    const client = new Client(muster, { address: nextAddress() });
    await repeat(client, 9, () => ({ username: 'Carol', password: 'wrong horse' }));
    expect(await client.login('Carol', password)).toMatchObject({ username: 'Carol', errors: [] });
  });
});

test('wrong tokens do not count', async () => {
  const client = new Client(muster, { address: nextAddress() });
  for (let turn = 0; turn < 120; turn += 1) {
    const state = await client.submitLogin({
      username: 'Dave',
      password: 'wrong horse',
      token: 'made up',
    });
    expect(state.errors).toEqual(['token']);
  }
  expect(await client.login('Dave', password)).toMatchObject({ username: 'Dave', errors: [] });
});

test('100 wrong names from one address stop that address only', async () => {
  const address = nextAddress();
  const client = new Client(muster, { address });
  const last = await repeat(client, 100, (turn) => ({
    username: `nobody${turn}`,
    password: 'wrong horse',
  }));
  expect(last.errors[0]).toBe('username');
  for (const name of ['Eve', 'Nobody', 'Bob']) {
    expect((await new Client(muster, { address }).login(name, password)).errors).toEqual([tooMany]);
  }
  const elsewhere = new Client(muster, { address: nextAddress() });
  expect(await elsewhere.login('Eve', password)).toMatchObject({ username: 'Eve', errors: [] });
});

test('a flood of 64 logins at once is answered in full: logged in or refused as busy', async () => {
  const callers = Array.from({ length: 64 }, () => new Client(muster, { address: nextAddress() }));
  await Promise.all(callers.map((client) => client.openLogin()));
  const flood = Promise.all(callers.map((client) => client.login('Frank', password)));
  const list = await new Client(muster).get('/api/servers');
  expect(list.status).toBe(200);
  const states = await flood;
  for (const state of states) {
    if (state.authenticated) expect(state).toMatchObject({ username: 'Frank', errors: [] });
    else expect(state).toMatchObject({ username: null, errors: [busy], errorcount: 1 });
  }
  expect(states.some((state) => state.authenticated)).toBe(true);
  const after = new Client(muster, { address: nextAddress() });
  expect(await after.login('Frank', password)).toMatchObject({ errors: [] });
});
