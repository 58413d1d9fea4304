// A game server of the benchmark, as a process of its own: sends as many bytes as are requested, in
// messages of one size, as fast as they are taken. Words: port, size of a message.

const [port, size] = process.argv.slice(2).map(Number);
const message = new Uint8Array(size ?? 0).fill(7);

Bun.serve<{ left: number }>({
  hostname: '127.0.0.1',
  port: port ?? 0,
  development: false,
  fetch(request, server) {
    const headers = { 'Sec-WebSocket-Protocol': 'ClassiCube' };
    if (server.upgrade(request, { data: { left: 0 }, headers })) return undefined;
    return new Response('a game server');
  },
  websocket: {
    perMessageDeflate: false,
    message(socket, requested) {
      socket.data.left += Number(new TextDecoder().decode(Buffer.from(requested)));
      fill(socket);
    },
    drain: fill,
  },
});

function fill(socket: Bun.ServerWebSocket<{ left: number }>): void {
  const { data } = socket;
  while (data.left > 0) {
    data.left -= message.length;
    if (socket.sendBinary(message) <= 0) return;
  }
}
