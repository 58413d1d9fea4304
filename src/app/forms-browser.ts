// The script of pages with forms, which also load the script of every page. Each form works without it.

import { openProofs } from '../modules/registration/proof-browser.ts';
import { openCodeFields } from '../platform/views/code-field-browser.ts';
import {
  openColours,
  openFormerAnchors,
  openPictures,
  openSaveBars,
} from '../platform/views/settings-browser.ts';

const TICK_MS = 500;
const MINUTE = 60;

export function openCountdowns(): void {
  for (const line of document.querySelectorAll<HTMLElement>('[data-countdown]')) count(line);
}

function count(line: HTMLElement): void {
  const { countdown, text = '', done = '' } = line.dataset;
  // Date.now() goes on while the device sleeps.
  const endsAt = Date.now() + Number(countdown) * 1_000;
  const timer = setInterval(show, TICK_MS);
  show();

  function show(): void {
    const left = Math.ceil((endsAt - Date.now()) / 1_000);
    if (left > 0) {
      line.textContent = text.replace('{time}', describe(left));
      return;
    }
    clearInterval(timer);
    // Screen readers announce the line only now, not at every second before.
    line.setAttribute('role', 'status');
    line.textContent = done;
    line.closest('form')?.querySelector('button:disabled')?.removeAttribute('disabled');
  }
}

function describe(seconds: number): string {
  const two = (part: number) => `${part}`.padStart(2, '0');
  const minutes = Math.floor(seconds / MINUTE);
  const rest = two(seconds % MINUTE);
  if (minutes < MINUTE) return `${minutes}:${rest}`;
  return `${Math.floor(minutes / MINUTE)}:${two(minutes % MINUTE)}:${rest}`;
}

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

openFormerAnchors();
openCountdowns();
openPasswordFields();
openCodeFields();
openPictures();
openColours();
openSaveBars();
openProofs();
