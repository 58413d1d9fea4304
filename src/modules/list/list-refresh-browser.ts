// Reloads the list in the browser, and shows the age of the visible list.

import { part } from '../../platform/views/page-parts-browser.ts';

const REFRESH_EVERY_MS = 5_000;
/** The delay doubles after each failed refresh, up to this limit. */
const REFRESH_AT_LATEST_MS = 30_000;
/** How long a request may take. Readers learn much sooner that the answer is late. */
const ANSWERED_WITHIN_MS = 15_000;
const LATE_AFTER_MS = 4_000;
const OUTDATED_AFTER_MS = 60_000;
const LOOK_EVERY_MS = 1_000;

/** Why the list loads: time passed, the reader returned or took the new order, searched or filtered, or went back. */
export type Reason = 'time' | 'return' | 'request' | 'step';

export const isRequested = (reason: Reason): boolean => reason === 'request' || reason === 'step';

/** Loads the list page whenever it is due and hands it to `show`. */
export class ListRefresher {
  private readonly view: {
    /** Whether changes wait for a list that may be shown now. */
    isWaiting(reason: Reason): boolean;
    show(fresh: Document, reason: Reason): void;
  };
  private readonly age = createAgeDisplay();
  private isPaused = false;
  private fetching: AbortController | undefined;
  private failures = 0;
  private goodAt = performance.now();
  private dueAt = this.goodAt + REFRESH_EVERY_MS;
  private etag: string | null = null;

  constructor(view: ListRefresher['view']) {
    this.view = view;
  }

  start(): void {
    this.showState();
    setInterval(() => this.look(), LOOK_EVERY_MS);
    window.addEventListener('online', () => {
      this.dueAt = 0;
      this.look();
    });
    document.addEventListener('visibilitychange', () => this.goOn());
  }

  async refresh(reason: Reason): Promise<void> {
    this.fetching?.abort();
    const own = new AbortController();
    this.fetching = own;
    this.dueAt = performance.now() + ANSWERED_WITHIN_MS;
    const isGood = await this.load(own.signal, reason).catch(() => false);
    if (own.signal.aborted) return;
    this.fetching = undefined;
    this.failures = isGood ? 0 : this.failures + 1;
    const now = performance.now();
    if (isGood) this.goodAt = now;
    this.dueAt = now + Math.min(REFRESH_EVERY_MS * 2 ** this.failures, REFRESH_AT_LATEST_MS);
    this.showState();
  }

  /** Returns whether the visible list is now up to date. */
  private async load(signal: AbortSignal, reason: Reason): Promise<boolean> {
    const isWanted = isRequested(reason) || this.view.isWaiting(reason);
    const headers: HeadersInit =
      isWanted || this.etag === null ? {} : { 'If-None-Match': this.etag };
    const answer = await fetch(location.href, { signal, headers });
    const sentAt = Date.parse(answer.headers.get('date') ?? '');
    this.age.setServiceTime(sentAt);
    if (answer.status === 304) return true;
    // A redirect leads to a page that the reader has to read first.
    if (!answer.ok || answer.redirected) {
      // On a refusal, loading the page tells the reader why the list is missing. During an outage the last list is
      // worth more than an error page.
      const isRefused = isRequested(reason) && answer.status < 500;
      if (isRefused || answer.redirected) location.reload();
      return false;
    }
    const text = await answer.text();
    if (signal.aborted) return false;
    this.etag = answer.headers.get('etag');
    this.view.show(new DOMParser().parseFromString(text, 'text/html'), reason);
    return true;
  }

  private isIdle(): boolean {
    return this.isPaused || document.hidden;
  }

  private look(): void {
    const now = performance.now();
    if (this.isIdle()) this.goodAt = now;
    else if (now >= this.dueAt) {
      // The answer is late, so it counts as failed.
      if (this.fetching !== undefined) this.failures += 1;
      void this.refresh('time');
    }
    this.showState();
  }

  private showState(): void {
    const silentMs = performance.now() - this.goodAt;
    const isLate = this.failures > 0 || silentMs >= REFRESH_EVERY_MS + LATE_AFTER_MS;
    const kind = this.isPaused ? 'paused' : isLate ? 'away' : 'on';
    const outdated = part('outdated');
    if (outdated !== null) outdated.hidden = silentMs < OUTDATED_AFTER_MS;
    const state = part('state');
    const text = state?.dataset[kind] ?? '';
    if (state !== null && state.textContent !== text) state.textContent = text;
    part('tools')?.classList.toggle('paused', kind !== 'on');
    this.age.show(kind === 'on');
  }

  /** Updates the page after the reader paused or resumed the refresh, left the page or came back. */
  private goOn(): void {
    this.goodAt = performance.now();
    if (!this.isIdle()) void this.refresh('return');
    this.showState();
  }

  pause(button: HTMLButtonElement): void {
    this.isPaused = !this.isPaused;
    const before = button.textContent ?? '';
    button.textContent = button.dataset.resume ?? before;
    button.dataset.resume = before;
    this.goOn();
  }
}

/** Shows the age of the list while it does not refresh. */
function createAgeDisplay() {
  const relative = new Intl.RelativeTimeFormat(document.documentElement.lang, { numeric: 'auto' });
  /** How far the service's clock is ahead of the reader's, which may be wrong; `undefined` until known. */
  let aheadMs: number | undefined;

  function show(isLive: boolean): void {
    const made = part('made');
    const time = made?.querySelector('time');
    if (!made || !time || (aheadMs === undefined && !isLive)) return;
    const now = performance.now() + (aheadMs ?? 0);
    const seconds = Math.max(0, Math.round((now - Date.parse(time.dateTime)) / 1_000));
    const unit = seconds < 60 ? 'second' : 'minute';
    const ago = relative.format(-(unit === 'second' ? seconds : Math.floor(seconds / 60)), unit);
    time.title ||= time.textContent ?? '';
    // A live list shows every change, however old it is.
    made.hidden = isLive;
    const shown = (made.dataset.ago ?? '').replace('{time}', ago);
    if (time.textContent !== shown)
      made.replaceChildren(Object.assign(time, { textContent: shown }));
  }

  return {
    /** `sentAt` is the service's time of the answer in milliseconds, or `NaN`. */
    setServiceTime(sentAt: number): void {
      aheadMs = Number.isNaN(sentAt) ? undefined : sentAt - performance.now();
    },
    show,
  };
}
