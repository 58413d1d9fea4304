// The live list in the browser: search as you type, updates, the filter of favourites.

import { part } from '../../platform/views/page-parts-browser.ts';
import { followMoves, openStars, showStars } from '../favourites/favourites-browser.ts';
import { fill, formatCount } from '../history/plots-browser.ts';
import { addTools, findForm, findRows, updateList } from './list-update-browser.ts';

const REFRESH_EVERY_MS = 5_000;
/** After each refresh that failed the next one is twice as far away, up to this. */
const REFRESH_AT_LATEST_MS = 30_000;
/** An answer is awaited this long; readers are told much sooner that it is late. */
const ANSWERED_WITHIN_MS = 15_000;
const LATE_AFTER_MS = 4_000;
const OUTDATED_AFTER_MS = 60_000;
const LOOK_EVERY_MS = 1_000;
const TYPING_MS = 180;

/** Why the list is loaded: time passed, the reader came back or takes the new order, asked for it, or went back. */
type Reason = 'time' | 'return' | 'request' | 'step';

/** Where nobody sees a row slide, or it may be under a finger, each stays until the reader says otherwise. */
const still = matchMedia('(hover: none), (prefers-reduced-motion: reduce)');

function isHeld(): boolean {
  const isUsed = part('board')?.matches(':hover, :focus-within') === true;
  return still.matches || isUsed || window.scrollY > 0;
}

export function openList(content: HTMLElement): void {
  let isPaused = false;
  let fetching: AbortController | undefined;
  let failures = 0;
  let goodAt = performance.now();
  let dueAt = goodAt + REFRESH_EVERY_MS;
  /** By the clock of the service, since that of the reader may be wrong; as long as it is known. */
  let aheadMs: number | undefined;
  let etag: string | null = null;
  /** Changes of the order that are not shown yet. */
  let waiting = 0;
  let typing: ReturnType<typeof setTimeout> | undefined;
  const relative = new Intl.RelativeTimeFormat(document.documentElement.lang, { numeric: 'auto' });
  const only = part<HTMLInputElement>('favourites-only');

  function showFavourites(): void {
    let shown = 0;
    const all = findRows(content);
    followMoves(all);
    const favourites = showStars();
    for (const row of all) {
      row.hidden = only?.checked === true && !favourites.has(row.id);
      if (!row.hidden) shown += 1;
    }
    const none = part('no-favourites');
    if (none !== null) none.hidden = shown > 0 || all.length === 0;
  }

  function prepareRows(): void {
    for (const row of findRows(content)) near.observe(row);
    showFavourites();
  }

  /** Three hundred rows are long: those near the window get their face and their star. */
  const near = new IntersectionObserver(
    (entries) => {
      for (const { isIntersecting, target } of entries) {
        if (!isIntersecting) continue;
        near.unobserve(target);
        addTools(target as HTMLLIElement);
      }
      showFavourites();
    },
    { rootMargin: '50%' },
  );

  function show(fresh: Document, reason: Reason): void {
    const { scrollY } = window;
    const isRequested = reason === 'request' || reason === 'step';
    waiting = updateList(fresh, {
      isRequested,
      isFormOld: reason === 'step',
      isHeld: reason === 'time' && isHeld(),
    });
    prepareRows();
    if (!isRequested && window.scrollY !== scrollY) window.scrollTo({ top: scrollY });
    showChanges();
  }

  function showChanges(): void {
    const button = part('changes');
    if (button === null) return;
    const form = new Intl.PluralRules(document.documentElement.lang).select(waiting);
    const text = button.dataset[form] ?? button.dataset.other;
    button.textContent = fill(text, { count: formatCount(waiting) });
    button.hidden = waiting === 0;
  }

  async function refresh(reason: Reason): Promise<void> {
    fetching?.abort();
    const own = new AbortController();
    fetching = own;
    dueAt = performance.now() + ANSWERED_WITHIN_MS;
    const isGood = await load(own.signal, reason).catch(() => false);
    if (own.signal.aborted) return;
    fetching = undefined;
    failures = isGood ? 0 : failures + 1;
    const now = performance.now();
    if (isGood) goodAt = now;
    dueAt = now + Math.min(REFRESH_EVERY_MS * 2 ** failures, REFRESH_AT_LATEST_MS);
    showState();
  }

  /** Whether what is shown is up to date then. */
  async function load(signal: AbortSignal, reason: Reason): Promise<boolean> {
    const isRequested = reason === 'request' || reason === 'step';
    const isWanted = isRequested || (waiting > 0 && !(reason === 'time' && isHeld()));
    const headers: HeadersInit = isWanted || etag === null ? {} : { 'If-None-Match': etag };
    const answer = await fetch(location.href, { signal, headers });
    const sentAt = Date.parse(answer.headers.get('date') ?? '');
    aheadMs = Number.isNaN(sentAt) ? undefined : sentAt - performance.now();
    if (answer.status === 304) return true;
    if (!answer.ok) {
      // Loaded as a page, a refusal says why the list that the reader asked for is not shown; in an outage
      // the last list is worth more than an error page.
      if (isRequested && answer.status < 500) location.reload();
      return false;
    }
    const text = await answer.text();
    if (signal.aborted) return false;
    etag = answer.headers.get('etag');
    show(new DOMParser().parseFromString(text, 'text/html'), reason);
    return true;
  }

  function goTo(address: string, isStep: boolean): void {
    if (isStep) history.pushState(null, '', address);
    else history.replaceState(null, '', address);
    void refresh('request');
  }

  function submit(of: HTMLFormElement, isStep: boolean): void {
    const requested = [...new FormData(of)].flatMap(([name, value]) =>
      typeof value === 'string' && value !== '' ? [[name, value]] : [],
    );
    const query = new URLSearchParams(requested).toString();
    goTo(of.action.split('?')[0] + (query === '' ? '' : `?${query}`), isStep);
  }

  const isIdle = () => isPaused || document.hidden;

  function look(): void {
    const now = performance.now();
    if (isIdle()) goodAt = now;
    else if (now >= dueAt) {
      // An answer that is still awaited now counts as none.
      if (fetching !== undefined) failures += 1;
      void refresh('time');
    }
    showState();
  }

  function showState(): void {
    const silentMs = performance.now() - goodAt;
    const isLate = failures > 0 || silentMs >= REFRESH_EVERY_MS + LATE_AFTER_MS;
    const kind = isPaused ? 'paused' : isLate ? 'away' : 'on';
    const outdated = part('outdated');
    if (outdated !== null) outdated.hidden = silentMs < OUTDATED_AFTER_MS;
    const state = part('state');
    const text = state?.dataset[kind] ?? '';
    if (state !== null && state.textContent !== text) state.textContent = text;
    part('tools')?.classList.toggle('paused', kind !== 'on');
    showAge(kind === 'on');
  }

  function showAge(isLive: boolean): void {
    const made = part('made');
    const time = made?.querySelector('time');
    if (!made || !time || (aheadMs === undefined && !isLive)) return;
    const now = performance.now() + (aheadMs ?? 0);
    const seconds = Math.max(0, Math.round((now - Date.parse(time.dateTime)) / 1_000));
    const unit = seconds < 60 ? 'second' : 'minute';
    const ago = relative.format(-(unit === 'second' ? seconds : Math.floor(seconds / 60)), unit);
    time.title ||= time.textContent ?? '';
    // While it is live every change is shown, however old the list is.
    made.hidden = isLive;
    const shown = (made.dataset.ago ?? '').replace('{time}', ago);
    if (time.textContent !== shown)
      made.replaceChildren(Object.assign(time, { textContent: shown }));
  }

  /** When the reader paused or resumed, left or came back. */
  function goOn(): void {
    goodAt = performance.now();
    if (!isIdle()) void refresh('return');
    showState();
  }

  function pause(button: HTMLButtonElement): void {
    isPaused = !isPaused;
    const before = button.textContent ?? '';
    button.textContent = button.dataset.resume ?? before;
    button.dataset.resume = before;
    goOn();
  }

  document.addEventListener('click', (event) => {
    const target = event.target instanceof Element ? event.target : null;
    const pauseButton = target?.closest<HTMLButtonElement>('[data-live="pause"]');
    if (pauseButton) return pause(pauseButton);
    if (target?.closest('[data-live="changes"]')) return void refresh('return');
    const link = target?.closest<HTMLAnchorElement>(
      '.board p a, a.reset, .notice a:not(.elsewhere), .ranking a',
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
    void refresh('step');
  });
  document.addEventListener('visibilitychange', goOn);

  const tools = part('tools');
  if (tools !== null) tools.hidden = false;
  prepareRows();
  openStars(showFavourites);
  showState();
  setInterval(look, LOOK_EVERY_MS);
  window.addEventListener('online', () => {
    dueAt = 0;
    look();
  });
}
