// The stream of events that says when the list changed, opened again when it is silent for too long.

/** The service sends an event every minute at least, so a stream that is silent for longer is dead. */
const SILENT_AFTER_MS = 90_000;

/** The stream while its page is open. */
export interface ListStream {
  /** Starts listening, on a new connection where there is one. */
  open(): void;
  close(): void;
  /** Opens a new connection unless the browser is just trying to. */
  revive(): void;
  /** Whether changes are reported. */
  isAlive(): boolean;
}

/** The stream, closed for now. `onUpdate` is called when the list changed, or may have changed unnoticed. */
export function createListStream(onUpdate: () => void): ListStream {
  let source: EventSource | undefined;
  let heardAt = 0;

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
    isAlive: () =>
      source?.readyState === EventSource.OPEN && performance.now() - heardAt < SILENT_AFTER_MS,
  };
}
