// The script of every page. Each page works without it.

import { Idiomorph } from 'idiomorph';
import { openStars, showStars } from '../modules/favourites/favourites-browser.ts';
import { makeLocal, openPlots } from '../modules/history/plots-browser.ts';
import { openList } from '../modules/list/list-browser.ts';
import { openSparks } from '../modules/list/sparks-browser.ts';
import { openCopyFields, part } from '../platform/views/page-parts-browser.ts';

export function openThemeSwitch(): void {
  const form = document.querySelector<HTMLFormElement>('form.theme');
  form?.addEventListener('submit', (event) => {
    if (!(event.submitter instanceof HTMLButtonElement)) return;
    event.preventDefault();
    const { name, value } = event.submitter;
    const { dataset } = document.documentElement;
    if (value === 'system') delete dataset.theme;
    else dataset.theme = value;
    for (const button of form.querySelectorAll('button')) {
      button.setAttribute('aria-pressed', String(button === event.submitter));
    }
    const body = new URLSearchParams({ [name]: value });
    // The answer leads back to this page. Without an answer, the choice lasts as long as the page.
    // `keepalive` saves the choice even when the reader leaves the page at once.
    const sent = { method: 'POST', body, redirect: 'manual', keepalive: true } as const;
    fetch(form.action, sent).catch(() => {});
  });
}

/** After this time, people can send the same form again. A form that downloads a file does not leave the page. */
const LOCKED_MS = 5_000;

/** Sends each form once, however often its button is pressed. */
export function openSubmitLocks(): void {
  const sent = new Map<HTMLFormElement, HTMLElement | null>();
  const unlock = (form: HTMLFormElement) => {
    sent.get(form)?.removeAttribute('aria-disabled');
    sent.delete(form);
  };
  document.addEventListener('submit', (event) => {
    const form = event.target;
    if (!(form instanceof HTMLFormElement) || form.method !== 'post') return;
    if (sent.has(form)) event.preventDefault();
    if (event.defaultPrevented) return;
    // The browser would not send a button that is disabled now.
    sent.set(form, event.submitter);
    event.submitter?.setAttribute('aria-disabled', 'true');
    setTimeout(unlock, LOCKED_MS, form);
  });
  // The back button shows the page as the reader left it.
  window.addEventListener('pageshow', () => [...sent.keys()].forEach(unlock));
}

/** The page stops asking after this time; then the reader has to look by hand. */
const MAX_DURATION_MS = 60 * 60_000;

const findWatched = (root: ParentNode) => root.querySelector<HTMLElement>('[data-watch]');

export function openWatch(): void {
  const endsAt = performance.now() + MAX_DURATION_MS;
  let isLooking = false;
  let lookedAt = performance.now();

  async function look(): Promise<void> {
    const watched = findWatched(document);
    if (watched === null || isLooking) return;
    isLooking = true;
    lookedAt = performance.now();
    try {
      const answer = await fetch(location.href);
      if (answer.redirected) location.assign(answer.url);
      else if (answer.ok) show(watched, await answer.text());
    } catch {}
    isLooking = false;
  }

  const timer = setInterval(() => {
    const watched = findWatched(document);
    const now = performance.now();
    if (watched === null || now >= endsAt) clearInterval(timer);
    else if (!document.hidden && now - lookedAt >= Number(watched.dataset.watch) * 1_000) {
      void look();
    }
  }, 1_000);
}

/** Replaces the shown part with the same part of the newer page. Stops waiting when the newer page lacks it. */
function show(watched: HTMLElement, text: string): void {
  const page = new DOMParser().parseFromString(text, 'text/html');
  makeLocal(page);
  const fresh = page.getElementById(watched.id);
  if (fresh === null) location.assign(location.href);
  else Idiomorph.morph(watched, fresh, { ignoreActiveValue: true });
}

/** Loads the preview inside a folded part when the reader opens it. */
export function openPreviews(): void {
  document.addEventListener(
    'toggle',
    ({ target }) => {
      const place =
        target instanceof Element && target.querySelector<HTMLElement>('[data-preview]:empty');
      if (!place) return;
      place.append(Object.assign(document.createElement('script'), { src: place.dataset.preview }));
    },
    true,
  );
}

document.documentElement.classList.add('scripted');
openPreviews();
openCopyFields();
openThemeSwitch();
openSubmitLocks();
openWatch();
openPlots();
const list = part('content');
if (list !== null) {
  openList(list);
  openSparks();
} else openStars(showStars);
