// A bare server in a process of its own: what a busy machine adds to the simplest of answers.

const SOURCE = `
const server = Bun.serve({ hostname: '127.0.0.1', port: 0, fetch: () => new Response('ok') });
console.log(server.port);
`;

/** A server that does nothing but answer. Disposing of it ends its process. */
export interface BareServer extends AsyncDisposable {
  readonly url: string;
}

/** Starts it. Tests that bound a time measure it beside the service and compare the two. */
export async function openBareServer(): Promise<BareServer> {
  const child = Bun.spawn([process.execPath, '-e', SOURCE], { stdout: 'pipe', stderr: 'inherit' });
  const reader = child.stdout.getReader();
  const { value } = await reader.read();
  const port = Number(new TextDecoder().decode(value));
  if (!(port > 0)) throw new Error('The bare server did not start.');
  return {
    url: `http://127.0.0.1:${port}`,
    async [Symbol.asyncDispose]() {
      child.kill('SIGKILL');
      await child.exited;
    },
  };
}
