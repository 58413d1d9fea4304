// The live list in the browser: search as you type, the favourites filter, and keys.

import { part } from '../../platform/views/page-parts-browser.ts';
import { followMoves, openStars, showStars } from '../favourites/favourites-browser.ts';
import { fill, formatCount } from '../history/plots-browser.ts';
import { isRequested, ListRefresher, type Reason } from './list-refresh-browser.ts';
import { addTools, findForm, findRows, updateList } from './list-update-browser.ts';
import { showSparks } from './sparks-browser.ts';

const TYPING_MS = 180;

/** Touch screens and reduced motion: rows keep their places until the reader asks for the new order. */
const still = matchMedia('(hover: none), (prefers-reduced-motion: reduce)');

function isHeld(): boolean {
  const isUsed = part('board')?.matches(':hover, :focus-within') === true;
  return still.matches || isUsed || window.scrollY > 0;
}

/** Manages the rows on the page. */
function createRows(content: HTMLElement) {
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

  /** Three hundred rows are many, so only rows near the window get their face and their star. */
  const near = new IntersectionObserver(
    (entries) => {
      for (const { isIntersecting, target } of entries) {
        if (!isIntersecting) continue;
        near.unobserve(target);
        addTools(target as HTMLLIElement);
      }
      showFavourites();
      void showSparks();
    },
    { rootMargin: '50%' },
  );

  return { prepareRows, showFavourites, isFilter: (field: EventTarget | null) => field === only };
}

function showWaitingChanges(count: number): void {
  const button = part('changes');
  if (button === null) return;
  const form = new Intl.PluralRules(document.documentElement.lang).select(count);
  const text = button.dataset[form] ?? button.dataset.other;
  button.textContent = fill(text, { count: formatCount(count) });
  button.hidden = count === 0;
}

export function openList(content: HTMLElement): void {
  const rows = createRows(content);
  /** How many changes of the order wait to be shown. */
  let waiting = 0;

  function show(fresh: Document, reason: Reason): void {
    const { scrollY } = window;
    waiting = updateList(fresh, {
      isRequested: isRequested(reason),
      isFormOld: reason === 'step',
      isHeld: reason === 'time' && isHeld(),
    });
    rows.prepareRows();
    if (!isRequested(reason) && window.scrollY !== scrollY) window.scrollTo({ top: scrollY });
    showWaitingChanges(waiting);
  }

  const refresher = new ListRefresher({
    isWaiting: (reason) => waiting > 0 && !(reason === 'time' && isHeld()),
    show,
  });
  listenToClicks(refresher);
  listenToFilters(refresher, rows);
  document.addEventListener('keydown', focusSearch);

  const tools = part('tools');
  if (tools !== null) tools.hidden = false;
  rows.prepareRows();
  openStars(rows.showFavourites);
  refresher.start();
}

function goTo(refresher: ListRefresher, address: string, isStep: boolean): void {
  if (isStep) history.pushState(null, '', address);
  else history.replaceState(null, '', address);
  void refresher.refresh('request');
}

function listenToClicks(refresher: ListRefresher): void {
  document.addEventListener('click', (event) => {
    const target = event.target instanceof Element ? event.target : null;
    const pauseButton = target?.closest<HTMLButtonElement>('[data-live="pause"]');
    if (pauseButton) return refresher.pause(pauseButton);
    if (target?.closest('[data-live="changes"]')) return void refresher.refresh('return');
    const link = target?.closest<HTMLAnchorElement>(
      '.board p a, a.reset, .notice a:not(.elsewhere), .ranking a',
    );
    const isPlain = !(event.ctrlKey || event.metaKey || event.shiftKey || event.altKey);
    if (link && isPlain && event.button === 0) {
      event.preventDefault();
      goTo(refresher, link.href, true);
    }
  });
}

function listenToFilters(refresher: ListRefresher, rows: ReturnType<typeof createRows>): void {
  let typing: ReturnType<typeof setTimeout> | undefined;

  function submit(of: HTMLFormElement, isStep: boolean): void {
    const requested = [...new FormData(of)].flatMap(([name, value]) =>
      typeof value === 'string' && value !== '' ? [[name, value]] : [],
    );
    const query = new URLSearchParams(requested).toString();
    goTo(refresher, of.action.split('?')[0] + (query === '' ? '' : `?${query}`), isStep);
  }

  document.addEventListener('submit', (event) => {
    if (!(event.target instanceof HTMLFormElement) || event.target !== findForm()) return;
    event.preventDefault();
    submit(event.target, true);
  });
  document.addEventListener('input', (event) => {
    const field = event.target;
    const of = findForm();
    if (rows.isFilter(field)) return rows.showFavourites();
    if (of === null || !(field instanceof HTMLElement) || !of.contains(field)) return;
    clearTimeout(typing);
    const isTyped = field instanceof HTMLInputElement && field.type === 'search';
    if (isTyped) typing = setTimeout(() => submit(of, false), TYPING_MS);
    else submit(of, true);
  });
  window.addEventListener('popstate', () => {
    clearTimeout(typing);
    void refresher.refresh('step');
  });
}

/** Moves the focus to the search field on the key `/`. */
function focusSearch(event: KeyboardEvent): void {
  const { target, key } = event;
  const isTyping = target instanceof Element && target.closest('input, select, textarea') !== null;
  if (key !== '/' || isTyping || event.ctrlKey || event.metaKey || event.altKey) return;
  const field = findForm()?.querySelector<HTMLInputElement>('input[type="search"]');
  if (!field) return;
  event.preventDefault();
  field.focus();
  field.select();
}
