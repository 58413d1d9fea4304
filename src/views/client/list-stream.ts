// The stream that tells an open page of each new list, and whether it can be relied on.

/** The list is made anew once a minute at least, so a stream that is silent for longer is dead. */
const SILENT_AFTER_MS = 90_000;

/** The stream while its page is open. */
export interface ListStream {
  /** Begins to listen, anew where it did already. */
  open(): void;
  close(): void;
  /** Listens anew where the browser does not try to by itself. */
  revive(): void;
  /** Whether whatever changes is told. */
  isHearing(): boolean;
}

/** The stream, closed for now. `onNews` is called when the list changed, or may have unheard. */
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
    isHearing: () =>
      source?.readyState === EventSource.OPEN && performance.now() - heardAt < SILENT_AFTER_MS,
  };
}
