// The switch between light and dark, which changes the page that is shown and loses nothing that was typed.

/** Sends the choice to the service, which remembers it, and shows it at once. */
export function openThemeSwitch(): void {
  const form = document.querySelector<HTMLFormElement>('form.theme');
  form?.addEventListener('submit', (event) => {
    if (!(event.submitter instanceof HTMLButtonElement)) return;
    event.preventDefault();
    const { name, value } = event.submitter;
    const { dataset } = document.documentElement;
    if (value === 'system') delete dataset.theme;
    else dataset.theme = value;
    for (const button of form.querySelectorAll('button')) {
      button.setAttribute('aria-pressed', String(button === event.submitter));
    }
    const body = new URLSearchParams({ [name]: value });
    // The page that the answer leads to is this one. Without an answer the choice lasts as long as the page.
    fetch(form.action, { method: 'POST', body, redirect: 'manual' }).catch(() => {});
  });
}
