// Shows the field of a six-digit code as six cells, removes what stands between the digits, and sends the form.

import { readCode } from '../lib/typed-code.ts';

/** What fits into the cells. Everything else, such as a recovery code, gets a plain field. */
const FITTING = /^\d{1,6}$/;
const WHOLE = /^\d{6}$/;

export function openCodeFields(): void {
  for (const field of document.querySelectorAll<HTMLInputElement>('input[data-digits]')) {
    const read = () => {
      const code = readCode(field.value);
      field.classList.toggle('cells', field.value === '' || FITTING.test(code));
      return code;
    };
    read();
    field.addEventListener('input', (event) => {
      const code = read();
      const isComposing = event instanceof InputEvent && event.isComposing;
      if (FITTING.test(code) && code !== field.value && !isComposing) field.value = code;
      if (WHOLE.test(code) && field.dataset.digits === 'alone') field.form?.requestSubmit();
    });
  }
}
