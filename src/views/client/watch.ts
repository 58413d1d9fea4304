// The part of a page that waits for something: it is fetched again and again until it has happened.

import { Idiomorph } from 'idiomorph';

/** After this time the reader has to look by hand. */
const LONGEST_MS = 60 * 60_000;

const findWatched = (root: ParentNode) => root.querySelector<HTMLElement>('[data-watch]');

/** Looks every so many seconds, as the part itself says, while the page is visible. */
export function openWatch(): void {
  const endsAt = performance.now() + LONGEST_MS;
  let isLooking = false;
  let lookedAt = performance.now();

  async function look(): Promise<void> {
    const watched = findWatched(document);
    if (watched === null || isLooking) return;
    isLooking = true;
    lookedAt = performance.now();
    try {
      const answer = await fetch(location.href);
      if (answer.ok) show(watched, await answer.text());
    } catch {
      // The next time looks again.
    }
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

/** Puts the part of the newer page in the place of the one that is shown; one that is gone is left as it is. */
function show(watched: HTMLElement, text: string): void {
  const fresh = new DOMParser().parseFromString(text, 'text/html').getElementById(watched.id);
  if (fresh === null) watched.removeAttribute('data-watch');
  // What somebody is typing stays.
  else Idiomorph.morph(watched, fresh, { ignoreActiveValue: true });
}
