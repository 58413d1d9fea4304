// What the script of every page starts with: copying, and favourites kept by the browser.

const DONE_MS = 2_000;
const FAVOURITES_KEY = 'muster-favourites';

/** Copies a text and says so on the label, in the words that the page brought. */
export async function copy(text: string, label: HTMLElement): Promise<void> {
  const before = label.dataset.before ?? label.textContent ?? '';
  label.dataset.before = before;
  let said = label.dataset.failed;
  try {
    await navigator.clipboard.writeText(text);
    said = label.dataset.done;
  } catch {
    // Without https a browser may refuse; the label says so.
  }
  const button = label.closest('button');
  label.textContent = said ?? before;
  button?.classList.add('done');
  setTimeout(() => {
    label.textContent = before;
    button?.classList.remove('done');
  }, DONE_MS);
}

/** Brings the buttons to life that copy what stands beside them; without scripts they are hidden. */
export function openCopyFields(): void {
  for (const button of document.querySelectorAll<HTMLButtonElement>('button[data-copy]')) {
    const label = button.querySelector<HTMLElement>('[data-done]');
    button.hidden = false;
    button.addEventListener('click', () => {
      if (label !== null) void copy(button.dataset.copy ?? '', label);
    });
  }
}

/** The hashes of the servers that the reader marked; none where the browser keeps nothing. */
export function readFavourites(): Set<string> {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(FAVOURITES_KEY) ?? '[]');
    return new Set(Array.isArray(stored) ? stored.filter((it) => typeof it === 'string') : []);
  } catch {
    return new Set();
  }
}

/** Keeps them in this browser, where it lets us. */
export function keepFavourites(favourites: ReadonlySet<string>): void {
  try {
    localStorage.setItem(FAVOURITES_KEY, JSON.stringify([...favourites]));
  } catch {
    // Storage that is full or forbidden: they last as long as the page.
  }
}
