// The script of every page. Each page works without it.

import { openCopyFields } from './copy.ts';
import { openCountdowns } from './countdown.ts';
import { part } from './find-part.ts';
import { openList } from './list.ts';
import { openProofs } from './proof.ts';
import { openWatch } from './watch.ts';

/** Shows the button beside each password that shows what is typed, labelled with the page's messages. */
function openPasswordFields(): void {
  for (const button of document.querySelectorAll<HTMLButtonElement>('button[data-reveals]')) {
    const field = document.getElementById(button.dataset.reveals ?? '');
    if (!(field instanceof HTMLInputElement)) continue;
    const show = button.textContent ?? '';
    const turn = (isShown: boolean) => {
      field.type = isShown ? 'text' : 'password';
      button.textContent = isShown ? (button.dataset.hide ?? show) : show;
    };
    button.hidden = false;
    button.addEventListener('click', () => turn(field.type === 'password'));
    // The browser would remember a shown password like any other text.
    field.form?.addEventListener('submit', () => turn(false));
  }
}

// Shows what only works with scripts.
document.documentElement.classList.add('scripted');
openCopyFields();
openCountdowns();
openPasswordFields();
openProofs();
openWatch();
const list = part('content');
if (list !== null) openList(list);
