// What people keep on the recorded service, noted as soon as it is answered: a claim with its key, icon, editor and
// webhook, the site's webhook, a skin, favourites, hidden servers, reports, and a pledge with the browser that is to be told.

import { sha256Hex } from '../../src/platform/lib/digest.ts';
import { Client, createAccount } from '../e2e/client.ts';
import type { RunningMuster } from '../support/binary.ts';
import {
  addWebhook,
  changeFavourite,
  claimServer,
  hideServer,
  makeEditor,
  makeKey,
  reportServer,
  uploadIcon,
  uploadSkin,
} from '../support/keeping.ts';
import { createPushBrowser } from '../support/push-browser.ts';
import type { Fact, KeptFact, KeptThing } from './recording.ts';

/** Where nobody takes anything, so that what it is to be told of waits. */
const NOBODY = '127.0.0.1:9';
/** More are too many for one account in so short a time. */
const MAX_REPORTS = 5;
const MAX_CHANGES = 15;
const PASSWORD = 'correct horse';

export type Keepers = ReturnType<typeof openKeepers>;

/** Opens the receiver of the site's webhook; there are no people yet. */
export function openKeepers(note: (fact: Fact) => void) {
  /** What the receiver has got may be gone, or come again. */
  const told = new Set<string>();
  const receiver = Bun.serve({
    ...{ port: 0, hostname: '127.0.0.1' },
    async fetch(request) {
      const { type, data } = (await request.json()) as { type: string; data: { hash: string } };
      const key = `${request.url} ${type.replace('server.', '')} ${data.hash}`;
      told.add(key);
      noteKept('event', key, 'changing');
      return new Response(null, { status: 204 });
    },
  });
  const takes = `127.0.0.1:${receiver.port}`;
  const [ofSite, ofOwner] = [`http://${takes}/site`, `http://${NOBODY}/own`];

  function noteKept(thing: KeptThing, key: string, state: KeptFact['state']): void {
    note({ what: 'kept', thing, key, state });
  }

  /** Does what returns the key of a thing, which takes the place of the one of before. */
  async function keep(thing: KeptThing, work: () => Promise<string>, before = ''): Promise<string> {
    if (before !== '') noteKept(thing, before, 'changing');
    const key = await work();
    if (before !== '') noteKept(thing, before, 'gone');
    noteKept(thing, key, 'there');
    return key;
  }

  async function open(muster: RunningMuster) {
    await createAccount(muster, 'Root', PASSWORD, ['--role', 'administrator']);
    await createAccount(muster, 'Owner', PASSWORD);
    const [root, owner] = [new Client(muster), new Client(muster)];
    await root.login('Root', PASSWORD);
    await owner.login('Owner', PASSWORD);
    const server = new Client(muster, { address: '198.18.201.1' });
    const own = await keep('claim', () => claimServer(owner, server, 'Kept'));
    const last = { key: '', icon: '', skin: '', favourite: '', pledge: '' };

    async function addHook(by: Client, hash: string | null, url: string): Promise<string> {
      await addWebhook(by, hash, url, hash === null ? ['reported'] : ['went']);
      return url;
    }
    await keep('editor', () => makeEditor(owner, own, { client: root, name: 'Root' }));
    await keep('webhook', () => addHook(root, null, ofSite));
    await keep('webhook', () => addHook(owner, own, ofOwner));
    noteKept('event', `${ofOwner} added ${own}`, 'there');

    async function pledge(hash: string): Promise<string> {
      const form = { rally: 'yes', wanted: '16', minutes: '1440' };
      const answer = await owner.submit(`/server/play/${hash}/`, form);
      if (answer.status !== 303) throw new Error(`A pledge was answered ${answer.status}.`);
      return hash;
    }

    async function favour(hash: string, isInstead: boolean): Promise<string> {
      const isDone =
        (!isInstead || (await changeFavourite(owner, last.favourite, false))) &&
        (await changeFavourite(owner, hash, true));
      if (!isDone) throw new Error('A favourite was refused.');
      return hash;
    }

    async function hide(hash: string): Promise<string> {
      if (!(await hideServer(owner, hash))) throw new Error('A server was not hidden.');
      return hash;
    }

    async function report(hash: string): Promise<string> {
      if (!(await reportServer(root, hash))) throw new Error('A report was refused.');
      return hash;
    }

    async function subscribe(hash: string): Promise<string> {
      const { text } = await owner.get(`/server/play/${hash}/`);
      noteKept('push key', /data-push="([\w-]+)"/.exec(text)?.[1] ?? '', 'there');
      const { fields } = createPushBrowser('https://push.example.net/send/owner');
      await owner.submit(`/server/play/${hash}/`, { push: 'yes', ...fields });
      return fields.endpoint;
    }

    /** One more server, and what they do with it. */
    return async (number: number): Promise<void> => {
      if (number >= MAX_CHANGES) return;
      const other = new Client(muster, { address: `198.18.202.${number}` });
      const hash = await other.mustBeat({ name: `Other ${number}` });
      const isInstead = number % 3 > 0;
      const before = isInstead ? last.favourite : '';
      last.favourite = await keep('favourite', () => favour(hash, isInstead), before);
      await keep('hidden', () => hide(hash));
      last.pledge = await keep('pledge', () => pledge(hash), last.pledge);
      if (number < MAX_REPORTS) {
        await keep('report', () => report(hash));
        const key = `${ofSite} reported ${hash}`;
        if (!told.has(key)) noteKept('event', key, 'there');
      }
      if (number === 0) await keep('browser', () => subscribe(hash));
      if (number > 1) return;
      const makeKeyHash = async () => sha256Hex(await makeKey(owner, own));
      last.key = await keep('key', makeKeyHash, last.key);
      last.icon = await keep('icon', () => uploadIcon(owner, own, 99 + number), last.icon);
      last.skin = await keep('skin', () => uploadSkin(owner, 99 + number), last.skin);
    };
  }

  return {
    open,
    /** The settings of a service that may send to the receiver. */
    env: { MUSTER_WEBHOOK_HOSTS: `${NOBODY},${takes}` },
    [Symbol.dispose]: () => void receiver.stop(true),
  };
}
