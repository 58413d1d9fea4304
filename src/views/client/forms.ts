// The script of pages with forms, besides that of every page. Each form works without it.

import { openCountdowns } from './countdown.ts';
import { openProofs } from './proof.ts';

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

openCountdowns();
openPasswordFields();
openProofs();
