// Puts a newer list page into the one that is shown, so that focus, scrolling and what is typed stay.

import { Idiomorph } from 'idiomorph';
import { part } from './page-parts.ts';
import { preparePlots } from './plots.ts';

/** What changes between two versions of the page, by `data-live`; the form is another matter. */
const PARTS = ['notice', 'hero', 'account', 'shown', 'made', 'content'];

export interface ListUpdate {
  /** The reader asked for it: by the form, a link or the browser's history. */
  isRequested: boolean;
  /** The address changed without the form, so that even a field in use takes its value from there. */
  isFormOld: boolean;
}

export function findRows(root: ParentNode): HTMLTableRowElement[] {
  return [...root.querySelectorAll<HTMLTableRowElement>('tr[data-hash]')];
}

/** Adds what only a script can do to each row: a button that copies its address, and one for favourites. */
export function addTools(root: ParentNode): void {
  const template = part<HTMLTemplateElement>('row-tools');
  for (const row of findRows(root)) {
    // By its id a row is found again wherever it moves.
    row.id = row.dataset.hash ?? '';
    if (template === null) continue;
    const tools = template.content.cloneNode(true) as DocumentFragment;
    const server = row.querySelector('a.server')?.textContent ?? '';
    for (const label of tools.querySelectorAll<HTMLElement>('[data-named]')) {
      label.textContent = (label.dataset.named ?? '').replace('{server}', () => server);
    }
    row.querySelector('td.actions')?.prepend(tools);
  }
}

export function findForm(root: ParentNode = document): HTMLFormElement | null {
  return root.querySelector<HTMLFormElement>('form.filters');
}

/** Updates the page. Rows that the script hid are shown again, until it looks at its favourites. */
export function updateList(fresh: Document, update: ListUpdate): void {
  document.title = fresh.title;
  updateForm(fresh, update);
  addTools(fresh);
  preparePlots(fresh);
  const changed: HTMLElement[] = [];
  const beforeNodeMorphed = (old: Element, other: Node): boolean => {
    if (old instanceof HTMLTableRowElement) return !old.isEqualNode(other);
    if (old.matches?.('.history-reading')) return false;
    if (old.matches?.('td.players') && old.textContent !== other.textContent) {
      changed.push(old as HTMLElement);
    }
    // The script's own, which show whether a server is a favourite or its address was copied.
    return !(old instanceof HTMLButtonElement);
  };
  for (const name of PARTS) {
    const [old, other] = [part(name), part(name, fresh)];
    if (old !== null && other !== null) {
      Idiomorph.morph(old, other, { callbacks: { beforeNodeMorphed } });
    }
  }
  // Reading a size once lets the animation start again in cells that had the class until now.
  if (changed.length > 0) void document.body.offsetWidth;
  for (const cell of changed) cell.classList.add('changed');
}

function updateForm(fresh: Document, { isRequested, isFormOld }: ListUpdate): void {
  const [old, other] = [findForm(), findForm(fresh)];
  if (old === null || other === null) return;
  old.closest('search')?.toggleAttribute('hidden', other.closest('[hidden]') !== null);
  const focused = document.activeElement;
  const isInside = old.contains(focused);
  if (isInside && !isRequested) return;
  const isTyping = focused instanceof HTMLInputElement && focused.type === 'search';
  Idiomorph.morph(old, [...other.childNodes], {
    morphStyle: 'innerHTML',
    ignoreActiveValue: isTyping && !isFormOld,
  });
  if (!isInside || old.contains(document.activeElement)) return;
  // What had the focus is gone, such as the link that clears; the form itself takes it then.
  old.tabIndex = -1;
  old.focus();
}
