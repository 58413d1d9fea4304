// A port probe whose results a test chooses, at once or later.

import type { PortProbe } from '../../src/servers/ports.ts';

/** A probe that connects to nothing. */
export interface FakeProbe extends PortProbe {
  /** The result of every probe, at once; `undefined` holds them until `answer`. */
  verdict: boolean | undefined;
  /** Every place that was tried, `ip:port`, in order. */
  readonly tried: string[];
  /** The timeouts that were requested, in the same order. */
  readonly timeoutsMs: number[];
  /** The places that are being tried now. */
  readonly held: string[];
  /** The most probes that ever ran at once. */
  readonly mostAtOnce: number;
  /** Ends the probe of one place, or all that are held. */
  answer(isOpen: boolean, place?: string): void;
}

/** Makes a probe that answers `verdict`, or holds each probe until the test answers. */
export function createFakeProbe(verdict?: boolean): FakeProbe {
  const tried: string[] = [];
  const timeoutsMs: number[] = [];
  const running: { place: string; end: (isOpen: boolean) => void }[] = [];
  let mostAtOnce = 0;
  return {
    verdict,
    tried,
    timeoutsMs,
    get held() {
      return running.map(({ place }) => place);
    },
    get mostAtOnce() {
      return mostAtOnce;
    },
    probe(ip, port, timeoutMs) {
      const place = `${ip}:${port}`;
      tried.push(place);
      timeoutsMs.push(timeoutMs);
      if (this.verdict !== undefined) return Promise.resolve(this.verdict);
      return new Promise((resolve) => {
        running.push({ place, end: resolve });
        mostAtOnce = Math.max(mostAtOnce, running.length);
      });
    },
    answer(isOpen, place) {
      const ended = running.filter((it) => place === undefined || it.place === place);
      for (const it of ended) running.splice(running.indexOf(it), 1);
      for (const it of ended) it.end(isOpen);
    },
  };
}
