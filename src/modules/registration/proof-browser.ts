// Computes the proof of work that a form requires, while people type.

import { createHashStart } from './sha256-browser.ts';

const SLICE_MS = 12;

export function openProofs(): void {
  for (const field of document.querySelectorAll<HTMLInputElement>('input[data-challenge]')) {
    const { form } = field;
    if (form === null) continue;
    for (const note of form.querySelectorAll<HTMLElement>('[data-without-proof]'))
      note.hidden = true;
    const buttons = form.querySelectorAll<HTMLButtonElement>('button[type="submit"]');
    const label = buttons[0]?.textContent ?? '';
    const setReady = (isReady: boolean) => {
      for (const button of buttons) button.disabled = !isReady;
      const [main] = buttons;
      if (main) main.textContent = isReady ? label : (field.dataset.working ?? label);
    };
    const sendableAt = performance.now() + Number(field.dataset.soonest);
    // Only a press sends the form; it is never sent later by itself.
    setReady(false);
    void work(field).then(() => {
      setTimeout(() => setReady(true), Math.max(0, sendableAt - performance.now()));
    });
  }
}

function work(field: HTMLInputElement): Promise<void> {
  const challenge = field.dataset.challenge ?? '';
  const parts = Number(field.dataset.parts);
  const limit = 2 ** (32 - Number(field.dataset.bits));
  const hashStart = createHashStart();
  const found: number[] = [];
  let number = 0;
  return new Promise((resolve) => {
    const slice = () => {
      const until = performance.now() + SLICE_MS;
      while (found.length < parts && performance.now() < until) {
        for (let count = 0; count < 64; count += 1) {
          if (hashStart(`${challenge}.${found.length}.${number}`) < limit) {
            found.push(number);
            number = 0;
            break;
          }
          number += 1;
        }
      }
      if (found.length < parts) {
        setTimeout(slice, 0);
        return;
      }
      field.value = found.join('.');
      resolve();
    };
    slice();
  });
}
