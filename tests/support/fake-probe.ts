// A port probe whose results a test chooses, at once or later.

export type FakeProbe = ReturnType<typeof createFakeProbe>;

/** Makes a probe that answers `verdict`, or holds each probe until the test answers. */
export function createFakeProbe(verdict?: boolean) {
  const tried: string[] = [];
  const timeoutsMs: number[] = [];
  const running: { place: string; end: (isOpen: boolean) => void }[] = [];
  let mostAtOnce = 0;
  return {
    /** The result of every probe, at once; `undefined` holds them until `answer`. */
    verdict,
    /** Every place that was tried, `ip:port`, in order, and the timeouts that were requested. */
    ...{ tried, timeoutsMs },
    /** The places that are being tried now. */
    get held() {
      return running.map(({ place }) => place);
    },
    /** The most probes that ever ran at once. */
    get mostAtOnce() {
      return mostAtOnce;
    },
    probe(ip: string, port: number, timeoutMs: number): Promise<boolean> {
      const place = `${ip}:${port}`;
      tried.push(place);
      timeoutsMs.push(timeoutMs);
      if (this.verdict !== undefined) return Promise.resolve(this.verdict);
      return new Promise((resolve) => {
        running.push({ place, end: resolve });
        mostAtOnce = Math.max(mostAtOnce, running.length);
      });
    },
    /** Ends the probe of one place, or all that are held. */
    answer(isOpen: boolean, place?: string) {
      const ended = running.filter((it) => place === undefined || it.place === place);
      for (const it of ended) running.splice(running.indexOf(it), 1);
      for (const it of ended) it.end(isOpen);
    },
  };
}
