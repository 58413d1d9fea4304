// The script of the administration's lists: search while typing, and the checkbox that ticks all rows.

import { makeLocal } from '../modules/history/plots-browser.ts';
import { part } from '../platform/views/page-parts-browser.ts';

const TYPING_MS = 200;
const PARTS = ['found-line', 'found'];
const TICKED = 'input[form="many"]:checked';

/** Shows the results of a search while somebody types it. Updates the address, so that a reload shows the same. */
function openSearch(form: HTMLFormElement): void {
  let typing: ReturnType<typeof setTimeout> | undefined;
  let loading: AbortController | undefined;

  async function search(): Promise<void> {
    loading?.abort();
    loading = new AbortController();
    const { signal } = loading;
    const typed = [...new FormData(form)].filter(([, value]) => value !== '') as string[][];
    const query = `${new URLSearchParams(typed)}`;
    // A field may be named `action`, so the property may be that field.
    const address = form.getAttribute('action') + (query === '' ? '' : `?${query}`);
    const answer = await fetch(address, { signal });
    // After a logout, the page leads to the login.
    if (answer.redirected) return location.assign(address);
    // A search that is refused while somebody types it may be unfinished. Only the Enter key shows the reason.
    if (!answer.ok) return;
    const fresh = new DOMParser().parseFromString(await answer.text(), 'text/html');
    if (signal.aborted) return;
    history.replaceState(null, '', address);
    show(fresh);
  }

  form.addEventListener('input', ({ target }) => {
    clearTimeout(typing);
    const waitMs = target instanceof HTMLSelectElement ? 0 : TYPING_MS;
    typing = setTimeout(() => void search().catch(() => {}), waitMs);
  });
}

/** Replaces the rows, and keeps the ticks of those that are still there. */
function show(fresh: Document): void {
  makeLocal(fresh);
  const ticked = [...document.querySelectorAll(TICKED)].map(({ id }) => id);
  for (const name of PARTS) {
    part(name)?.replaceChildren(...(part(name, fresh)?.childNodes ?? []));
  }
  for (const id of ticked) {
    const box = document.getElementById(id);
    if (box instanceof HTMLInputElement) box.checked = true;
  }
}

/** Ticks the boxes of the rows, which are outside the form. Leaves the boxes of the form alone. */
function tickAll({ target }: Event): void {
  if (!(target instanceof HTMLInputElement) || target.id !== 'many-all') return;
  for (const box of document.querySelectorAll<HTMLInputElement>('input[form="many"]')) {
    if (!target.form?.contains(box)) box.checked = target.checked;
  }
}

document.addEventListener('change', tickAll);
const form = part('search')?.querySelector('form');
if (form) openSearch(form);
