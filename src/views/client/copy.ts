// Buttons that copy a text.

const DONE_MS = 2_000;

/** Copies a text and shows the result on the label for two seconds, in the messages that the page has. */
export async function copy(text: string, label: HTMLElement): Promise<void> {
  const before = label.dataset.before ?? label.textContent ?? '';
  label.dataset.before = before;
  let result = label.dataset.failed;
  try {
    await navigator.clipboard.writeText(text);
    result = label.dataset.done;
  } catch {
    // Without https a browser may refuse; the label says so.
  }
  const button = label.closest('button');
  label.textContent = result ?? before;
  button?.classList.add('done');
  setTimeout(() => {
    label.textContent = before;
    button?.classList.remove('done');
  }, DONE_MS);
}

/** Shows the buttons that copy the text beside them, and makes them work; without scripts they are hidden. */
export function openCopyFields(): void {
  for (const button of document.querySelectorAll<HTMLButtonElement>('button[data-copy]')) {
    const label = button.querySelector<HTMLElement>('[data-done]');
    button.hidden = false;
    button.addEventListener('click', () => {
      if (label !== null) void copy(button.dataset.copy ?? '', label);
    });
  }
}
