// The script of settings: links to earlier places, the bar for unsaved changes, and pictures that are dropped or pasted.

export function openFormerAnchors(): void {
  const id = decodeURIComponent(location.hash.slice(1));
  if (id === '' || document.getElementById(id) !== null) return;
  const link = document.querySelector<HTMLAnchorElement>(`[data-anchors~="${CSS.escape(id)}"]`);
  if (link !== null) location.replace(link.href + location.hash);
}

/** Shows the bar of a form while the form differs from what the page sent. */
export function openSaveBars(): void {
  for (const bar of document.querySelectorAll<HTMLElement>('.save-bar')) {
    const form = bar.closest('form');
    if (form === null) continue;
    const read = () =>
      [...new FormData(form)].map(([name, value]) =>
        value instanceof File ? `${name}=${value.name}${value.size}` : `${name}=${value}`,
      );
    const saved = read().join('\n');
    const isRefused = 'changed' in bar.dataset;
    const show = () =>
      bar.toggleAttribute('data-changed', isRefused || read().join('\n') !== saved);
    form.addEventListener('input', show);
    form.addEventListener('change', show);
    // The back button restores what was typed.
    window.addEventListener('pageshow', show);
  }
}

/** Previews the chosen picture, and takes pictures that are dropped on the field or pasted on the page. */
export function openPictures(): void {
  for (const place of document.querySelectorAll<HTMLElement>('[data-picture]')) {
    const input = place.querySelector('input');
    const image = place.querySelector('img');
    if (input === null || image === null) continue;
    const present = image.getAttribute('src');
    input.addEventListener('change', () => {
      const [file] = input.files ?? [];
      URL.revokeObjectURL(image.src);
      if (file !== undefined) image.src = URL.createObjectURL(file);
      else if (present !== null) image.src = present;
      image.hidden = file === undefined && present === null;
    });
    const take = (from: DataTransfer | null, event: Event) => {
      const file = [...(from?.files ?? [])].find(({ type }) => input.accept.includes(type));
      if (file === undefined) return;
      event.preventDefault();
      const chosen = new DataTransfer();
      chosen.items.add(file);
      input.files = chosen.files;
      input.dispatchEvent(new Event('change', { bubbles: true }));
    };
    place.addEventListener('dragover', (event) => event.preventDefault());
    place.addEventListener('drop', (event) => take(event.dataTransfer, event));
    document.addEventListener('paste', (event) => take(event.clipboardData, event));
  }
}
