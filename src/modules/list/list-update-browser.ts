// Updates the visible list page from a newer one, and keeps focus, scroll position and typed text.

import { Idiomorph } from 'idiomorph';
import { renderFaceSvg } from '../../platform/views/face.ts';
import { part } from '../../platform/views/page-parts-browser.ts';
import { accountIn } from '../favourites/favourites-browser.ts';
import { makeLocal } from '../history/plots-browser.ts';

/** The parts that change between two versions of the page, by `data-live`. The form is handled separately. */
const PARTS = ['notice', 'hero', 'account', 'shown', 'made', 'content'];
const SLIDE_MS = 300;

export interface ListUpdate {
  /** Whether the reader asked for the list, by the form, a link or the browser's history. */
  isRequested: boolean;
  /** Whether the address changed without the form, so that even a focused field takes its value from the address. */
  isFormOld: boolean;
  /** Whether every row keeps its place. */
  isHeld: boolean;
}

/** Finds the rows. The id of a row is the hash of its server, which identifies the row wherever it moves. */
export function findRows(root: ParentNode): HTMLLIElement[] {
  const rows = [...root.querySelectorAll<HTMLLIElement>('.board > li')];
  for (const row of rows) row.id ||= row.querySelector('a')?.pathname.split('/').at(-2) ?? '';
  return rows;
}

/** Adds the parts of a row that need a script: the server's face and the favourite button. */
export function addTools(row: HTMLLIElement): void {
  const template = part<HTMLTemplateElement>('row-tools')?.content.firstElementChild;
  const form = template?.cloneNode(true) as HTMLFormElement | undefined;
  const star = form?.querySelector<HTMLButtonElement>('.star');
  const { icon } = row.dataset;
  const shown = row.querySelector<HTMLElement>('.face');
  if (shown === null || shown.dataset.of !== icon) {
    shown?.remove();
    row.prepend(icon === undefined ? drawFace(row.id) : loadIcon(row.id, icon));
  }
  if (!form || !star || row.querySelector('.star') !== null) return;
  const name = [...(row.querySelector('a')?.childNodes ?? [])].slice(0, -1);
  const server = name.map(({ textContent }) => textContent).join('');
  star.value = row.id;
  star.title = star.title.replace('{server}', () => server.trim());
  star.ariaLabel = star.title;
  row.append(form);
}

function loadIcon(hash: string, icon: string): HTMLImageElement {
  const src = `/assets/face/${hash}.png?v=${icon}`;
  const image = Object.assign(new Image(), { className: 'face', src, alt: '' });
  image.dataset.of = icon;
  return image;
}

/** Draws a face in the browser, because one request per face would be slow. A shadow root keeps its SVG to itself. */
function drawFace(hash: string): HTMLElement {
  const face = Object.assign(document.createElement('div'), { className: 'face' });
  face.attachShadow({ mode: 'open' }).innerHTML = renderFaceSvg(hash);
  return face;
}

export function findForm(root: ParentNode = document): HTMLFormElement | null {
  return root.querySelector<HTMLFormElement>('form.filters');
}

/**
 * Updates the page. Returns how many servers came, left or moved while their rows stayed in place. Shows rows again
 * that the favourites filter hid, until the filter runs again.
 */
export function updateList(fresh: Document, update: ListUpdate): number {
  // An empty list is another page, and a login or logout changes the stars.
  const isOther = (findForm() === null) !== (findForm(fresh) === null);
  if (isOther || accountIn() !== accountIn(fresh)) location.reload();
  document.title = fresh.title;
  updateForm(fresh, update);
  makeLocal(fresh);
  const rows = findRows(document);
  const freshRows = findRows(fresh);
  const isHeld = update.isHeld && rows.length > 0 && freshRows.length > 0;
  const waiting = isHeld ? holdOrder(rows, freshRows) : 0;
  const isSliding = !isHeld && !update.isRequested;
  const tops = isSliding ? rows.map((row) => row.getBoundingClientRect().top) : [];
  const changed: Element[] = [];
  const beforeNodeMorphed = (old: Element, other: Node): boolean => {
    if (old.matches?.('.history-reading')) return false;
    if (old.matches?.('.board li > span') && old.textContent !== other.textContent)
      changed.push(old);
    // Keep the script's own buttons, which show whether a server is a favourite.
    return !(old instanceof HTMLButtonElement);
  };
  const beforeNodeRemoved = (old: Node) =>
    !(old instanceof Element && old.matches('.board :is(.face, form, svg > *)'));
  for (const name of PARTS) {
    const [old, other] = [part(name), part(name, fresh)];
    if (old !== null && other !== null) {
      Idiomorph.morph(old, other, { callbacks: { beforeNodeMorphed, beforeNodeRemoved } });
    }
  }
  // Rows slide to a new place from where the reader last saw them, so that nothing jumps.
  for (const slide of tops.flatMap((_, index) => rows[index]?.getAnimations() ?? []))
    slide.cancel();
  const moves = tops.map((top, index) => top - (rows[index]?.getBoundingClientRect().top ?? top));
  for (const [index, by] of moves.entries()) {
    if (by !== 0) rows[index]?.animate({ translate: [`0 ${by}px`, '0'] }, SLIDE_MS);
  }
  // Reading a size restarts the animation in cells that already have the class.
  if (changed.length > 0) void document.body.offsetWidth;
  for (const cell of changed) cell.classList.add('changed');
  return waiting;
}

/** Keeps the visible order, with servers that left. Returns how many changes wait. */
function holdOrder(rows: readonly HTMLLIElement[], fresh: readonly HTMLLIElement[]): number {
  const byHash = new Map(fresh.map((row) => [row.id, row]));
  const places = new Map(rows.map(({ id }, place) => [id, place]));
  const order = fresh.flatMap(({ id }) => places.get(id) ?? []);
  const kept = rows.map((row) => {
    const gone = row.cloneNode(true) as HTMLLIElement;
    gone.className = 'gone';
    return byHash.get(row.id) ?? gone;
  });
  fresh[0]?.parentElement?.replaceChildren(...kept);
  // A server that moved breaks the ascending order of places once.
  const moved = order.filter((place, index) => place < (order[index - 1] ?? 0)).length;
  return moved + rows.length + fresh.length - 2 * order.length;
}

function updateForm(fresh: Document, { isRequested, isFormOld }: ListUpdate): void {
  const [old, other] = [findForm(), findForm(fresh)];
  if (old === null || other === null) return;
  const focused = document.activeElement;
  const isInside = old.contains(focused);
  if (isInside && !isRequested) return;
  const isTyping = focused instanceof HTMLInputElement && focused.type === 'search';
  Idiomorph.morph(old, [...other.childNodes], {
    morphStyle: 'innerHTML',
    ignoreActiveValue: isTyping && !isFormOld,
    // The favourites choice belongs to the script.
    callbacks: { beforeNodeMorphed: (node) => !(node as Element).matches?.('[data-live]') },
  });
  if (!isInside || old.contains(document.activeElement)) return;
  // The focused element is gone, for example the link that clears the form; the form takes the focus.
  old.tabIndex = -1;
  old.focus();
}
