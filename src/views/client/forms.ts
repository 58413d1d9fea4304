// Forms in the browser: a button beside each password shows what is typed. Forms work without it.

/** Brings out the buttons, in the words that the page brought. */
export function openPasswordFields(): void {
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
    // Shown text would be kept by the browser as something typed before.
    field.form?.addEventListener('submit', () => turn(false));
  }
}
