// Waits that are counted down: the time that is left within their sentence, and their button once it is over.

const TICK_MS = 500;
const MINUTE = 60;

/** Counts every wait of the page. */
export function openCountdowns(): void {
  for (const line of document.querySelectorAll<HTMLElement>('[data-countdown]')) count(line);
}

function count(line: HTMLElement): void {
  const { countdown, text = '', done = '' } = line.dataset;
  // The clock, which goes on while the device sleeps.
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
    // Said by screen readers now, and not at every second before.
    line.setAttribute('role', 'status');
    line.textContent = done;
    line.closest('form')?.querySelector('button:disabled')?.removeAttribute('disabled');
  }
}

/** Minutes and seconds, with hours where there are some: `1:05`, `2:00:00`. */
function describe(seconds: number): string {
  const two = (part: number) => `${part}`.padStart(2, '0');
  const minutes = Math.floor(seconds / MINUTE);
  const rest = two(seconds % MINUTE);
  if (minutes < MINUTE) return `${minutes}:${rest}`;
  return `${Math.floor(minutes / MINUTE)}:${two(minutes % MINUTE)}:${rest}`;
}
