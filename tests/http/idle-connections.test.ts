// How long a connection is kept on which nobody asks for anything.

import { expect, spyOn, test } from 'bun:test';
import { openListening } from '../support/test-app.ts';

// C1.9
test('an idle connection is kept for a minute at least', async () => {
  // Waiting for it would take that minute: what is passed to the runtime is checked instead.
  using serve = spyOn(Bun, 'serve');
  await using _app = await openListening();
  const [[options] = []] = serve.mock.calls;
  expect(options?.idleTimeout).toBeGreaterThanOrEqual(60);
});
