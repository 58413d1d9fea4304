// The live list in the browser: search as you type, updates, favourites. The page works without it.

import { part } from './find-part.ts';
import { openPasswordFields } from './forms.ts';
import { createListStream } from './list-stream.ts';
import { openProofs } from './proof.ts';
import { copy, keepFavourites, openCopyFields, readFavourites } from './shared.ts';

const REFRESH_APART_MS = 5_000;
const LOOK_EVERY_MS = 15_000;
const OUTDATED_AFTER_MS = 60_000;
const TYPING_MS = 180;

function runList(content: HTMLElement): void {
  let favourites = readFavourites();
  let isPaused = false;
  let fetching: AbortController | undefined;
  let refreshedAt = Number.NEGATIVE_INFINITY;
  let goodAt = performance.now();
  let waiting: ReturnType<typeof setTimeout> | undefined;
  let typing: ReturnType<typeof setTimeout> | undefined;
  /** What the server sent for a cell, before the script added to it. */
  const sent = new WeakMap<Element, string>();
  const stream = createListStream(refreshSoon);
  const only = part<HTMLInputElement>('favourites-only');

  const rows = () => [...content.querySelectorAll<HTMLTableRowElement>('tr[data-hash]')];
  const hashOf = (row: HTMLElement) => row.dataset.hash ?? '';
  const form = () => document.querySelector<HTMLFormElement>('form.filters');

  function addTools(row: HTMLTableRowElement): void {
    for (const cell of row.cells) sent.set(cell, cell.innerHTML);
    const template = part<HTMLTemplateElement>('row-tools');
    const actions = row.querySelector('td.actions');
    if (template !== null) actions?.prepend(template.content.cloneNode(true));
  }

  function showFavourites(): void {
    let shown = 0;
    const all = rows();
    for (const row of all) {
      const isFavourite = favourites.has(hashOf(row));
      row.querySelector('.star')?.setAttribute('aria-pressed', String(isFavourite));
      row.hidden = only?.checked === true && !isFavourite;
      if (!row.hidden) shown += 1;
    }
    const none = part('no-favourites');
    if (none !== null) none.hidden = shown > 0 || all.length === 0;
  }

  function patchRow(row: HTMLTableRowElement, fresh: HTMLTableRowElement): void {
    row.className = fresh.className;
    for (const [index, cell] of [...row.cells].entries()) {
      const other = fresh.cells[index];
      if (other === undefined || sent.get(cell) === other.innerHTML) continue;
      if (cell.classList.contains('actions')) {
        cell.querySelector('.play')?.replaceWith(...other.childNodes);
        sent.set(cell, other.innerHTML);
        continue;
      }
      const hadFocus = cell.contains(document.activeElement);
      sent.set(cell, other.innerHTML);
      cell.innerHTML = other.innerHTML;
      if (hadFocus) cell.querySelector<HTMLElement>('a, button')?.focus();
      if (cell.classList.contains('players')) {
        cell.classList.remove('changed');
        void cell.offsetWidth;
        cell.classList.add('changed');
      }
    }
  }

  function patchTable(board: Element, fresh: Element): void {
    const head = board.querySelector('thead');
    const freshHead = fresh.querySelector('thead');
    if (head !== null && freshHead !== null && head.innerHTML !== freshHead.innerHTML) {
      const focused = document.activeElement?.closest('th')?.className;
      head.innerHTML = freshHead.innerHTML;
      if (focused) head.querySelector<HTMLElement>(`th.${focused} a`)?.focus();
    }
    const body = board.querySelector('tbody');
    const known = new Map(rows().map((row) => [hashOf(row), row]));
    const wanted = fresh.querySelectorAll<HTMLTableRowElement>('tr[data-hash]');
    let next: Element | null = body?.firstElementChild ?? null;
    for (const freshRow of wanted) {
      const row = known.get(hashOf(freshRow));
      known.delete(hashOf(freshRow));
      if (row === undefined) {
        addTools(freshRow);
        body?.insertBefore(freshRow, next);
        continue;
      }
      patchRow(row, freshRow);
      // A row that stands where it belongs is not moved, so that it keeps its focus.
      if (row === next) next = row.nextElementSibling;
      else body?.insertBefore(row, next);
    }
    for (const row of known.values()) row.remove();
  }

  function patchForm(fresh: Document, isRequested: boolean, isFormOld: boolean): void {
    const [old, other] = [form(), fresh.querySelector('form.filters')];
    if (old === null || other === null) return;
    old.closest('search')?.toggleAttribute('hidden', other.closest('[hidden]') !== null);
    const focused = document.activeElement;
    const isInside = old.contains(focused);
    if (isInside && !isRequested) return;
    const isTyping = isInside && focused instanceof HTMLInputElement && focused.type === 'search';
    if (isTyping && !isFormOld) {
      old.querySelector('.reset')?.remove();
      const reset = other.querySelector('.reset');
      if (reset !== null) old.append(reset);
      return;
    }
    const name = isInside ? focused?.getAttribute('name') : undefined;
    old.innerHTML = other.innerHTML;
    if (!isInside) return;
    // What had the focus may be gone, such as the link that clears; the form itself takes it then.
    old.tabIndex = -1;
    (name ? (old.querySelector<HTMLElement>(`[name="${name}"]`) ?? old) : old).focus();
  }

  function show(fresh: Document, isRequested: boolean, isFormOld: boolean): void {
    const scrollY = window.scrollY;
    document.title = fresh.title;
    for (const name of ['hero', 'account', 'shown', 'made']) {
      const [old, other] = [part(name), part(name, fresh)];
      if (old !== null && other !== null && old.innerHTML !== other.innerHTML) {
        old.innerHTML = other.innerHTML;
      }
    }
    patchForm(fresh, isRequested, isFormOld);
    const freshContent = part('content', fresh);
    if (freshContent === null) return;
    const [board, freshBoard] = [part('board', content), part('board', freshContent)];
    if (board !== null && freshBoard !== null) {
      patchTable(board, freshBoard);
      while (board.nextSibling !== null) board.nextSibling.remove();
      while (freshBoard.nextSibling !== null) content.append(freshBoard.nextSibling);
    } else {
      content.replaceChildren(...freshContent.childNodes);
      for (const row of rows()) addTools(row);
    }
    showFavourites();
    if (!isRequested && window.scrollY !== scrollY) window.scrollTo({ top: scrollY });
  }

  /** `isFormOld`: the form is not what the address says, whoever is typing in it. */
  async function refresh(isRequested: boolean, isFormOld = false): Promise<void> {
    refreshedAt = performance.now();
    fetching?.abort();
    const own = new AbortController();
    fetching = own;
    try {
      const answer = await fetch(location.href, { signal: own.signal });
      if (!answer.ok) return;
      const text = await answer.text();
      if (own.signal.aborted) return;
      goodAt = performance.now();
      show(new DOMParser().parseFromString(text, 'text/html'), isRequested, isFormOld);
      look();
    } catch {
      // The next look asks again, and says so once the list is old.
    }
  }

  function refreshSoon(): void {
    if (waiting !== undefined || isPaused) return;
    const wait = Math.max(0, refreshedAt + REFRESH_APART_MS - performance.now());
    waiting = setTimeout(() => {
      waiting = undefined;
      if (!isPaused && !document.hidden) void refresh(false);
    }, wait);
  }

  function goTo(address: string, isStep: boolean): void {
    if (isStep) history.pushState(null, '', address);
    else history.replaceState(null, '', address);
    void refresh(true);
  }

  function submit(of: HTMLFormElement, isStep: boolean): void {
    const requested = [...new FormData(of)].flatMap(([name, value]) =>
      typeof value === 'string' && value !== '' ? [[name, value]] : [],
    );
    const query = new URLSearchParams(requested).toString();
    goTo(of.action.split('?')[0] + (query === '' ? '' : `?${query}`), isStep);
  }

  function connect(): void {
    if (isPaused || document.hidden) stream.close();
    else stream.open();
  }

  /** Falls back to fetching while no event can come, and tells when the list is old. */
  function look(): void {
    const now = performance.now();
    if (isPaused || document.hidden || stream.isHearing()) goodAt = now;
    const isOutdated = now - goodAt >= OUTDATED_AFTER_MS;
    const outdated = part('outdated');
    if (outdated !== null) outdated.hidden = !isOutdated;
    part('tools')?.classList.toggle('paused', isPaused || isOutdated);
  }

  function lookAgain(): void {
    look();
    if (isPaused || document.hidden || stream.isHearing()) return;
    stream.revive();
    void refresh(false);
  }

  function pause(button: HTMLButtonElement): void {
    isPaused = !isPaused;
    for (const [one, key] of [
      [button, 'resume'],
      [part('state'), 'paused'],
    ] as const) {
      if (one === null) continue;
      const before = one.textContent ?? '';
      one.textContent = one.dataset[key] ?? before;
      one.dataset[key] = before;
    }
    connect();
    look();
    if (!isPaused) void refresh(false);
  }

  document.addEventListener('click', (event) => {
    const target = event.target instanceof Element ? event.target : null;
    const row = target?.closest<HTMLElement>('tr[data-hash]');
    const pauseButton = target?.closest<HTMLButtonElement>('[data-live="pause"]');
    if (pauseButton) return pause(pauseButton);
    if (row && target?.closest('.star')) {
      favourites = readFavourites();
      if (!favourites.delete(hashOf(row))) favourites.add(hashOf(row));
      keepFavourites(favourites);
      return showFavourites();
    }
    const copyLabel = target?.closest('.copy')?.querySelector<HTMLElement>('[data-done]');
    if (row && copyLabel) {
      return void copy(`${location.origin}/server/play/${hashOf(row)}/`, copyLabel);
    }
    const link = target?.closest<HTMLAnchorElement>(
      'thead a, a.reset, .notice a:not(.elsewhere), .ranking a',
    );
    const isPlain = !(event.ctrlKey || event.metaKey || event.shiftKey || event.altKey);
    if (link && isPlain && event.button === 0) {
      event.preventDefault();
      goTo(link.href, true);
    }
  });
  document.addEventListener('submit', (event) => {
    if (!(event.target instanceof HTMLFormElement) || event.target !== form()) return;
    event.preventDefault();
    submit(event.target, true);
  });
  document.addEventListener('input', (event) => {
    const field = event.target;
    const of = form();
    if (field === only) return showFavourites();
    if (of === null || !(field instanceof HTMLElement) || !of.contains(field)) return;
    clearTimeout(typing);
    const isTyped = field instanceof HTMLInputElement && field.type === 'search';
    if (isTyped) typing = setTimeout(() => submit(of, false), TYPING_MS);
    else submit(of, true);
  });
  window.addEventListener('popstate', () => {
    clearTimeout(typing);
    void refresh(true, true);
  });
  window.addEventListener('storage', () => {
    favourites = readFavourites();
    showFavourites();
  });
  document.addEventListener('visibilitychange', () => {
    connect();
    if (!document.hidden && !isPaused) void refresh(false);
  });

  for (const row of rows()) addTools(row);
  const tools = part('tools');
  if (tools !== null) tools.hidden = false;
  document.documentElement.classList.add('scripted');
  showFavourites();
  connect();
  setInterval(lookAgain, LOOK_EVERY_MS);
}

openCopyFields();
openPasswordFields();
openProofs();
const list = part('content');
if (list !== null) runList(list);
