// The live list in the browser: search as you type, updates, favourites.

import { createListStream } from './list-stream.ts';
import { addTools, findForm, findRows, updateList } from './list-update.ts';
import { copy, part } from './page-parts.ts';

const REFRESH_APART_MS = 5_000;
const CHECK_EVERY_MS = 15_000;
const OUTDATED_AFTER_MS = 60_000;
const STATE_EVERY_MS = 1_000;
const TYPING_MS = 180;
const FAVOURITES_KEY = 'muster-favourites';

function readFavourites(): Set<string> {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(FAVOURITES_KEY) ?? '[]');
    return new Set(Array.isArray(stored) ? stored.filter((it) => typeof it === 'string') : []);
  } catch {
    return new Set();
  }
}

function storeFavourites(favourites: ReadonlySet<string>): void {
  try {
    localStorage.setItem(FAVOURITES_KEY, JSON.stringify([...favourites]));
  } catch {}
}

const hashOf = (row: HTMLElement) => row.dataset.hash ?? '';

export function openList(content: HTMLElement): void {
  let favourites = readFavourites();
  let isPaused = false;
  let fetching: AbortController | undefined;
  let refreshedAt = Number.NEGATIVE_INFINITY;
  let goodAt = performance.now();
  let waiting: ReturnType<typeof setTimeout> | undefined;
  let typing: ReturnType<typeof setTimeout> | undefined;
  const stream = createListStream(refreshSoon);
  const relative = new Intl.RelativeTimeFormat(document.documentElement.lang, { numeric: 'auto' });
  const only = part<HTMLInputElement>('favourites-only');

  function showFavourites(): void {
    let shown = 0;
    const all = findRows(content);
    for (const row of all) {
      const isFavourite = favourites.has(hashOf(row));
      row.querySelector('.star')?.setAttribute('aria-pressed', String(isFavourite));
      row.hidden = only?.checked === true && !isFavourite;
      if (!row.hidden) shown += 1;
    }
    const none = part('no-favourites');
    if (none !== null) none.hidden = shown > 0 || all.length === 0;
  }

  function show(fresh: Document, isRequested: boolean, isFormOld: boolean): void {
    const { scrollY } = window;
    updateList(fresh, { isRequested, isFormOld });
    showFavourites();
    if (!isRequested && window.scrollY !== scrollY) window.scrollTo({ top: scrollY });
  }

  async function refresh(isRequested: boolean, isFormOld = false): Promise<void> {
    refreshedAt = performance.now();
    fetching?.abort();
    const own = new AbortController();
    fetching = own;
    try {
      const answer = await fetch(location.href, { signal: own.signal });
      if (!answer.ok) {
        // Loaded as a page, a refusal says why the list that the reader asked for is not shown; in an outage
        // the last list is worth more than an error page.
        if (isRequested && answer.status < 500) location.reload();
        return;
      }
      const text = await answer.text();
      if (own.signal.aborted) return;
      goodAt = performance.now();
      show(new DOMParser().parseFromString(text, 'text/html'), isRequested, isFormOld);
      check();
    } catch {}
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

  function check(): void {
    const now = performance.now();
    if (isPaused || document.hidden || stream.isAlive()) goodAt = now;
    const isOutdated = now - goodAt >= OUTDATED_AFTER_MS;
    const outdated = part('outdated');
    if (outdated !== null) outdated.hidden = !isOutdated;
    showState();
  }

  function showState(): void {
    const state = part('state');
    const kind = isPaused ? 'paused' : stream.isLive() ? 'on' : 'away';
    const text = state?.dataset[kind] ?? '';
    if (state !== null && state.textContent !== text) state.textContent = text;
    part('tools')?.classList.toggle('paused', kind !== 'on');
    showAge();
  }

  function showAge(): void {
    const made = part('made');
    const time = made?.querySelector('time');
    const now = stream.now();
    if (!made || !time || now === undefined) return;
    const seconds = Math.max(0, Math.round((now - Date.parse(time.dateTime)) / 1_000));
    const unit = seconds < 60 ? 'second' : 'minute';
    const ago = relative.format(-(unit === 'second' ? seconds : Math.floor(seconds / 60)), unit);
    time.title ||= time.textContent ?? '';
    // While the stream is alive every change is shown, however old the list is.
    const text = stream.isLive() && !isPaused ? made.dataset.now : made.dataset.ago;
    const shown = (text ?? '').replace('{time}', ago);
    if (time.textContent !== shown)
      made.replaceChildren(Object.assign(time, { textContent: shown }));
  }

  function checkAgain(): void {
    check();
    if (isPaused || document.hidden || stream.isAlive()) return;
    stream.revive();
    void refresh(false);
  }

  function pause(button: HTMLButtonElement): void {
    isPaused = !isPaused;
    const before = button.textContent ?? '';
    button.textContent = button.dataset.resume ?? before;
    button.dataset.resume = before;
    connect();
    check();
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
      storeFavourites(favourites);
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
    if (!(event.target instanceof HTMLFormElement) || event.target !== findForm()) return;
    event.preventDefault();
    submit(event.target, true);
  });
  document.addEventListener('input', (event) => {
    const field = event.target;
    const of = findForm();
    if (field === only) return showFavourites();
    if (of === null || !(field instanceof HTMLElement) || !of.contains(field)) return;
    clearTimeout(typing);
    const isTyped = field instanceof HTMLInputElement && field.type === 'search';
    if (isTyped) typing = setTimeout(() => submit(of, false), TYPING_MS);
    else submit(of, true);
  });
  document.addEventListener('keydown', (event) => {
    const { target, key } = event;
    const isTyping =
      target instanceof Element && target.closest('input, select, textarea') !== null;
    if (key !== '/' || isTyping || event.ctrlKey || event.metaKey || event.altKey) return;
    const field = findForm()?.querySelector<HTMLInputElement>('input[type="search"]');
    if (!field) return;
    event.preventDefault();
    field.focus();
    field.select();
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

  addTools(content);
  const tools = part('tools');
  if (tools !== null) tools.hidden = false;
  showFavourites();
  connect();
  setInterval(checkAgain, CHECK_EVERY_MS);
  setInterval(showState, STATE_EVERY_MS);
  window.addEventListener('offline', showState);
}
