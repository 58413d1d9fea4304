// Shared code of the pages' scripts: the parts of a page, and buttons that copy a text.

export function part<Kind extends Element = HTMLElement>(
  name: string,
  root: ParentNode = document,
) {
  return root.querySelector<Kind>(`[data-live="${name}"]`);
}

const DONE_MS = 2_000;

/** Copies a text and shows the result on the label for two seconds, in the page's own words. */
async function copy(text: string, label: HTMLElement): Promise<void> {
  const before = label.dataset.before ?? label.textContent ?? '';
  label.dataset.before = before;
  let result = label.dataset.failed;
  try {
    await navigator.clipboard.writeText(text);
    result = label.dataset.done;
  } catch {}
  const button = label.closest('button');
  label.textContent = result ?? before;
  button?.classList.add('done');
  setTimeout(() => {
    label.textContent = before;
    button?.classList.remove('done');
  }, DONE_MS);
}

export function openCopyFields(): void {
  document.addEventListener('click', ({ target }) => {
    const button = target instanceof Element ? target.closest('button[data-copy]') : null;
    const label = button?.querySelector<HTMLElement>('[data-done]');
    if (label) void copy(button?.getAttribute('data-copy') ?? '', label);
  });
}
