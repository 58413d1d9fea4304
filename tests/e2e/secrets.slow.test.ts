// Salts, passwords, session values, tokens and mail addresses stay out of logs, answers and, as values, the disk.
import { expect, test } from 'bun:test';
import { readFile } from 'node:fs/promises';
import { manyAddresses, startMuster } from '../support/binary.ts';
import { Client, createAccount, nextAddress } from './client.ts';
import { listFiles } from './database.ts';

const salt = 'SaltThatNobodyMaySee';
const password = 'PasswordThatNobodyMaySee';
const wrongPassword = 'WrongThatNobodyMaySee';

for (const format of ['text', 'json']) {
  test(`at the most talkative level, in ${format}`, async () => {
    const env = { ...manyAddresses, MUSTER_LOG_LEVEL: 'debug', MUSTER_LOG_FORMAT: format };
    await using muster = await startMuster({ env });
    await createAccount(muster, 'Alice', password);
    const server = new Client(muster, { address: nextAddress() });
    const hash = await server.mustBeat({ salt });
    const player = new Client(muster, { address: nextAddress() });
    const { token } = await player.openLogin();
    const anonymous = player.session ?? '';
    const failed = await player.submitLogin({ username: 'Alice', password: wrongPassword, token });
    const state = await player.submitLogin({ username: 'Alice', password, token: failed.token });
    expect(state.authenticated).toBe(true);
    const session = player.session ?? '';
    const answers = [];
    for (const path of [
      '/api/servers',
      `/api/server/${hash}`,
      '/api/player/Alice',
      '/api/nothing',
      `/server/play/${hash}/`,
      '/',
    ]) {
      const answer = await player.get(path, [['X-Secret', wrongPassword]]);
      answers.push(answer.text + JSON.stringify(answer.headers));
    }
    const longSalt = `${salt}${'x'.repeat(300)}`;
    for (const fields of [{ salt: longSalt }, { salt, port: '0' }, { salt, name: '' }]) {
      answers.push((await server.beat(fields)).text);
    }
    await muster.mustRun(['account', 'suspend', 'Alice']);
    await player.openLogin();
    await muster.restart();
    const texts = new Map([
      ['log', muster.stdout + muster.stderr],
      ['answers', answers.join('\n')],
    ]);
    for (const [place, text] of texts) {
      for (const secret of [
        salt,
        password,
        wrongPassword,
        session,
        anonymous,
        token,
        failed.token,
        state.token,
        'alice@example.org',
      ]) {
        expect(text.includes(secret) ? `${secret} in the ${place}` : '').toBe('');
      }
    }
    for (const file of await listFiles(muster.folder)) {
      const bytes = await readFile(file);
      for (const secret of [password, wrongPassword, session, anonymous, token, state.token]) {
        expect(bytes.includes(secret) ? `${secret} in ${file}` : '').toBe('');
      }
    }
  });
}
