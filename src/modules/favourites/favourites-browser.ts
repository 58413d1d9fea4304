// The stars of favourites: kept by the account of a logged-in reader, otherwise by this browser.

import { part } from '../../platform/views/page-parts-browser.ts';

const PATH = '/favourites/';
const KEY = 'muster-favourites';
/** The favourites that were sent to an account, after its name. The script does not send removed ones again. */
const SENT_KEY = 'muster-favourites-sent';

/** The account's favourites, once they are known. */
let ofAccount: Set<string> | undefined;

function read(key: string): string[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(key) ?? '[]');
    return Array.isArray(stored) ? stored.filter((it) => typeof it === 'string') : [];
  } catch {
    return [];
  }
}

function write(key: string, texts: readonly string[]): void {
  try {
    localStorage.setItem(key, JSON.stringify(texts));
  } catch {}
}

/** The name of the logged-in account; `undefined` if there is none. */
export const accountIn = (root?: ParentNode) => part('account', root)?.dataset.of;

function press(star: HTMLButtonElement, isOn: boolean): void {
  star.ariaPressed = String(isOn);
  star.name = isOn ? 'remove' : 'add';
}

/** Presses the stars of marked servers and returns their hashes. Waits until an account's favourites are known. */
export function showStars(): ReadonlySet<string> {
  const marked = accountIn() === undefined ? new Set(read(KEY)) : ofAccount;
  for (const star of document.querySelectorAll<HTMLButtonElement>('.star')) {
    if (marked !== undefined) press(star, marked.has(star.value));
  }
  return marked ?? new Set();
}

/** Moves this browser's stars from a server's former hashes to the present one. */
export function followMoves(rows: readonly HTMLElement[]): void {
  const marked = new Set(read(KEY));
  for (const { id, dataset } of rows) {
    for (const former of dataset.former?.split(' ') ?? []) {
      if (marked.delete(former)) write(KEY, [...marked.add(id)]);
    }
  }
}

function keep(hash: string, isOn: boolean): void {
  const others = read(KEY).filter((one) => one !== hash);
  write(KEY, isOn ? [...others, hash] : others);
}

async function send(field: string, value: string): Promise<Response | undefined> {
  const body = new URLSearchParams({ [field]: value, by: 'script' });
  return fetch(PATH, { method: 'POST', body, redirect: 'manual' }).catch(() => undefined);
}

async function change(star: HTMLButtonElement, show: () => void): Promise<void> {
  const { value: hash, form } = star;
  const isOn = star.ariaPressed !== 'true';
  const mark = (on: boolean) => {
    press(star, on);
    if (on) ofAccount?.add(hash);
    else ofAccount?.delete(hash);
    show();
  };
  mark(isOn);
  const answer = await send(isOn ? 'add' : 'remove', hash);
  if (answer?.ok && !isOn) keep(hash, false);
  mark(answer?.ok ? isOn : !isOn);
  // The page that answers the form explains the failure or asks for a login.
  if (answer?.ok === false) form?.requestSubmit(star);
}

/** Sends the account the stars of this browser that it lacks, and reads the account's stars if they are shown. */
async function load(show: () => void): Promise<void> {
  const account = accountIn();
  if (account === undefined) return;
  const [name, ...got] = read(SENT_KEY);
  const marked = read(KEY).filter((hash) => /^[0-9a-f]{32}$/.test(hash));
  const missing = marked.filter((hash) => name !== account || !got.includes(hash));
  const sent = missing.length > 0 && (await send('add', missing.slice(-500).join(' ')));
  // A conflict means that the account took as many as it has room for.
  if (sent && (sent.ok || sent.status === 409)) {
    write(SENT_KEY, [account, ...marked]);
    if (location.pathname === PATH) return location.reload();
  } else if (part('content') === null) return;
  const answer = await fetch(`${PATH}?by=script`, { redirect: 'manual' });
  if (answer.ok) ofAccount = new Set(await answer.json());
  show();
}

/** Calls `show` whenever the set of marked servers changes. */
export function openStars(show: () => void): void {
  const reload = () => void load(show).catch(() => {});
  document.addEventListener('click', (event) => {
    const { target } = event;
    const star = target instanceof Element ? target.closest<HTMLButtonElement>('.star') : null;
    if (star === null) return;
    event.preventDefault();
    if (accountIn() !== undefined) return void change(star, show);
    keep(star.value, star.ariaPressed !== 'true');
    show();
  });
  window.addEventListener('storage', show);
  document.addEventListener('visibilitychange', () => document.hidden || reload());
  show();
  reload();
}
