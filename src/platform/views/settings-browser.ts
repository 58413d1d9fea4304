// The script of settings: links to former places, the bar for unsaved changes, pictures that are dropped or pasted, and
// colours with their preview.

import { accentTokens, inkOn, mixColours } from '../lib/colours.ts';
import { DEFAULT_ACCENT, PAGE_BACKGROUNDS } from '../lib/site-facts.ts';

const SCHEMES = ['light', 'dark'] as const;

export function openFormerAnchors(): void {
  const id = decodeURIComponent(location.hash.slice(1));
  if (id === '' || document.getElementById(id) !== null) return;
  const link = document.querySelector<HTMLAnchorElement>(`[data-anchors~="${CSS.escape(id)}"]`);
  if (link !== null) location.replace(link.href + location.hash);
}

/** Whether a control differs from what the page sent. Browsers may restore what was typed before a reload. */
function isChanged(control: Element): boolean {
  if (control instanceof HTMLSelectElement) {
    const sent = [...control.options].findIndex((option) => option.defaultSelected);
    return control.selectedIndex !== Math.max(0, sent);
  }
  if (control instanceof HTMLInputElement && control.type === 'checkbox') {
    return control.checked !== control.defaultChecked;
  }
  const isText = control instanceof HTMLInputElement || control instanceof HTMLTextAreaElement;
  return isText && control.name !== '' && control.value !== control.defaultValue;
}

/** Shows the bar of a form while the form differs from what the page sent, or was refused. */
export function openSaveBars(): void {
  for (const bar of document.querySelectorAll<HTMLElement>('.save-bar')) {
    const form = bar.closest('form');
    if (form === null) continue;
    const isRefused = 'changed' in bar.dataset;
    const show = () =>
      bar.toggleAttribute('data-changed', isRefused || [...form.elements].some(isChanged));
    form.addEventListener('input', show);
    form.addEventListener('change', show);
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

/** Reads the one or two colours of a text for the pickers. Without any, returns the default colours. */
function readColours(text: string): [light: string, dark: string] {
  const typed = text.toLowerCase().match(/#[0-9a-f]{6}\b|#[0-9a-f]{3}\b/g) ?? [];
  const found = typed.map((it) => (it.length === 4 ? it.replace(/[0-9a-f]/g, '$&$&') : it));
  const [light = DEFAULT_ACCENT.light, dark = found[0] ?? DEFAULT_ACCENT.dark] = found;
  return [light, dark];
}

/** Keeps the pickers and the text of a colour in step, and shows the form's colours and texts in the preview. */
export function openColours(): void {
  const text = document.querySelector<HTMLInputElement>('[data-colours] > input');
  const pickers = [...document.querySelectorAll<HTMLInputElement>('[data-colours] > [type=color]')];
  const form = text?.form;
  if (!text || !form) return;
  const show = () => {
    for (const [index, colour] of readColours(text.value).entries()) {
      const scheme = SCHEMES[index] ?? 'light';
      const picker = pickers[index];
      if (picker !== undefined) picker.value = colour;
      const look = document.querySelector<HTMLElement>(`[data-look="${scheme}"]`);
      const [ground, panel] = PAGE_BACKGROUNDS[scheme];
      const ink = inkOn(ground);
      const tokens = {
        ...accentTokens(colour, scheme),
        '--ground': ground,
        '--panel': panel,
        '--text': ink,
        '--muted': mixColours(ink, ground, 0.35),
        '--line': mixColours(ink, ground, 0.8),
      };
      for (const [name, value] of Object.entries(tokens)) look?.style.setProperty(name, value);
    }
    for (const copy of document.querySelectorAll<HTMLElement>('[data-copies]')) {
      const field = document.getElementById(copy.dataset.copies ?? '');
      if (field instanceof HTMLInputElement) copy.textContent = field.value || copy.title;
    }
  };
  for (const [index, picker] of pickers.entries()) {
    picker.addEventListener('input', () => {
      const [light, dark] = readColours(text.value);
      // One colour stays one while the first picker moves.
      const second = light === dark ? picker.value : dark;
      const colours = index === 0 ? [picker.value, second] : [light, picker.value];
      text.value = [...new Set(colours)].join(' ');
    });
  }
  form.addEventListener('input', show);
  show();
}
