// What people keep on a site through its pages: claimed servers with keys, icons and editors, skins, webhooks, favourites,
// hidden servers, reports.

import type { Client } from '../e2e/client.ts';
import { eventually } from './eventually.ts';
import { plainPng } from './pictures.ts';

const CLAIMED_WITHIN_MS = 60_000;

const SKIN_PAGE = '/acc/skin/';

const ownPage = (hash: string): string => `/server/own/${hash}/`;

/** Has the account of `owner` claim the server that sends its heartbeats by `server`; returns its hash. */
export async function claimServer(owner: Client, server: Client, name: string): Promise<string> {
  const hash = await server.mustBeat({ name });
  const path = `/server/claim/${hash}/`;
  // A replica gives a code once it has heard of the server, and takes it once it has heard of the code.
  const { text } = await eventually(
    () => owner.submit(path, {}),
    (page) => /muster-[0-9a-f]{8}/.test(page.text),
    CLAIMED_WITHIN_MS,
  );
  const code = /muster-[0-9a-f]{8}/.exec(text)?.[0] ?? '';
  await eventually(
    async () => {
      await server.mustBeat({ name: `${name} ${code}` });
      return owner.get(ownPage(hash));
    },
    ({ status }) => status === 200,
    CLAIMED_WITHIN_MS,
  );
  return hash;
}

/** Makes a key in place of an earlier one. */
export async function makeKey(owner: Client, hash: string): Promise<string> {
  const key = /\/h\/([a-z2-7]{40})\/server\/heartbeat/;
  const { text } = await eventually(
    () => owner.submit(ownPage(hash), { form: 'key' }),
    (page) => key.test(page.text),
    CLAIMED_WITHIN_MS,
  );
  return key.exec(text)?.[1] ?? '';
}

/** Sends a picture of one colour by a form, with its other fields. */
async function sendPicture(
  owner: Client,
  path: string,
  { name, shade, ...fields }: Readonly<{ name: string; shade: number; form?: string }>,
): Promise<void> {
  const form = new FormData();
  for (const [field, text] of Object.entries(fields)) form.set(field, text);
  form.set(name, new Blob([plainPng(64, 64, shade)]), `${name}.png`);
  const encoded = new Response(form);
  const headers = [
    ['Content-Type', encoded.headers.get('content-type') ?? ''],
    ['Origin', `http://${owner.host}`],
    ['Sec-Fetch-Site', 'same-origin'],
  ] as const;
  const body = Buffer.from(await encoded.arrayBuffer());
  const answer = await owner.send('POST', path, headers, body);
  if (answer.status !== 303) throw new Error(`The picture was answered ${answer.status}.`);
}

/** Sets a picture of one colour, and returns what pages say of it. */
export async function uploadIcon(owner: Client, hash: string, shade: number): Promise<string> {
  await sendPicture(owner, ownPage(hash), { form: 'icon', name: 'icon', shade });
  const digest = await readIcon(owner, hash);
  if (digest === undefined) throw new Error('The icon is not shown.');
  return digest;
}

/** The digest of a server's icon; `undefined` where its page shows none. */
export async function readIcon(reader: Client, hash: string): Promise<string | undefined> {
  const { text } = await reader.get(`/server/play/${hash}/`);
  return /\/assets\/face\/[0-9a-f]{32}\.png\?v=([\w-]+)/.exec(text)?.[1];
}

/** Sets a skin of one colour, and returns what its page says of it. */
export async function uploadSkin(owner: Client, shade: number): Promise<string> {
  await sendPicture(owner, SKIN_PAGE, { name: 'skin', shade });
  const digest = await readSkin(owner);
  if (digest === undefined) throw new Error('The skin is not shown.');
  return digest;
}

/** The digest of the owner's skin; `undefined` where there is no page. */
export async function readSkin(owner: Client): Promise<string | undefined> {
  const { text } = await owner.get(SKIN_PAGE);
  return /\/skin\/figure\/[\w.]+\?v=(\w+)/.exec(text)?.[1];
}

/** Adds a webhook of the server, or of the site where `hash` is null. */
export async function addWebhook(
  by: Client,
  hash: string | null,
  url: string,
  events: readonly string[],
): Promise<void> {
  const page = hash === null ? '/admin/webhooks/' : ownPage(hash);
  const boxes = Object.fromEntries(events.map((event) => [`events-${event}`, 'yes']));
  const added = await by.submit(page, { form: 'webhook', format: 'json', url, ...boxes });
  if (!added.text.includes('whsec_')) throw new Error(`No webhook was added: ${added.status}`);
}

/** Returns whether that is answered as done. */
export async function changeFavourite(by: Client, hash: string, isAdded: boolean) {
  const form = { next: '/', [isAdded ? 'add' : 'remove']: hash };
  return isDone(by.submit('/favourites/', form), '/');
}

/** Leaves a server out of the account's list page. Returns whether that is answered as done. */
export const hideServer = (by: Client, hash: string): Promise<boolean> =>
  isDone(by.submit('/acc/hidden/', { hide: hash }), '/acc/hidden/');

/** Has the owner of a server invite an account, which accepts. Returns the hash of the server. */
export async function makeEditor(
  owner: Client,
  hash: string,
  editor: { client: Client; name: string },
): Promise<string> {
  const own = ownPage(hash);
  const page = `${own}managers/`;
  const invited = owner.submit(page, { form: 'invite', editor: editor.name });
  if (!(await isDone(invited, `${page}?done=invite`))) throw new Error('Nobody was invited.');
  const answer = { form: 'accept', server: hash, role: 'editor' };
  if (await isDone(editor.client.submit('/acc/invitations/', answer), own)) return hash;
  throw new Error('An invitation was not accepted.');
}

/** The hashes of an account's favourites. */
export async function listFavourites(by: Client): Promise<Set<string>> {
  const { status, text } = await by.get('/favourites/?by=script');
  if (status !== 200) throw new Error(`The favourites were answered ${status}.`);
  return new Set(JSON.parse(text) as string[]);
}

/** Returns whether that is answered as done. */
export async function reportServer(by: Client, hash: string): Promise<boolean> {
  const path = `/server/report/${hash}/`;
  return isDone(by.submit(path, { kind: 'fake', text: 'It is not there.' }), path);
}

/** Who has to log in first is led elsewhere; a replica that is away answers nothing. */
async function isDone(sent: ReturnType<Client['submit']>, path: string): Promise<boolean> {
  const answer = await sent.catch(() => undefined);
  return answer?.status === 303 && answer.headersNamed('location')[0] === path;
}
