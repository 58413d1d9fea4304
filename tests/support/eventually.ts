// Waits in tests for what comes a moment later.

/**
 * Asks again until the answer satisfies, at most `withinMs`; then throws with what the last one was.
 * For what lags; how long it may is a matter for a test of its own.
 */
export async function eventually<T>(
  read: () => Promise<T>,
  isRight: (answer: T) => boolean,
  withinMs = 20_000,
): Promise<T> {
  const deadline = performance.now() + withinMs;
  for (;;) {
    const isLast = performance.now() >= deadline;
    const answer = await read();
    if (isRight(answer)) return answer;
    if (isLast) {
      throw new Error(`Not within ${withinMs} ms: ${JSON.stringify(answer)?.slice(0, 600)}`);
    }
    await Bun.sleep(50);
  }
}
