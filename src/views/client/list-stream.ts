// The stream of events that says when the list changed, opened again when it is silent for too long.

/** The service sends an event every three seconds: readers are told when one is missing. */
const LATE_AFTER_MS = 4_800;
const SILENT_AFTER_MS = 15_000;

/** The stream, closed for now. `onUpdate` is called when the list changed, or may have changed unnoticed. */
export function createListStream(onUpdate: () => void) {
  let source: EventSource | undefined;
  let heardAt = 0;
  let aheadMs: number | undefined;

  const isSilentFor = (ms: number) =>
    source?.readyState !== EventSource.OPEN || performance.now() - heardAt >= ms;

  function close(): void {
    source?.close();
    source = undefined;
  }

  function open(): void {
    close();
    let hasMissed = false;
    heardAt = performance.now();
    source = new EventSource('/server/list/events');
    source.addEventListener('error', () => {
      hasMissed = true;
    });
    source.addEventListener('open', () => {
      heardAt = performance.now();
      if (hasMissed) onUpdate();
      hasMissed = false;
    });
    source.addEventListener('ping', ({ data }) => {
      heardAt = performance.now();
      aheadMs = Number(data) - heardAt;
    });
    source.addEventListener('list', () => {
      heardAt = performance.now();
      onUpdate();
    });
  }

  return {
    open,
    close,
    revive() {
      if (source?.readyState !== EventSource.CONNECTING) open();
    },
    /** Whether changes are reported, or will be when a slow network has brought them. */
    isAlive: () => !isSilentFor(SILENT_AFTER_MS),
    isLive: () => !isSilentFor(LATE_AFTER_MS),
    /** The time by the clock of the service, in epoch milliseconds; `undefined` while it is not known. */
    now: () => (aheadMs === undefined ? undefined : performance.now() + aheadMs),
  };
}
