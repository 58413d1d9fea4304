// The relay over HTTP: its path, its refusals, and the browser's WebSocket.

import { answerFailure } from '../../platform/http/errors.ts';
import type { UpgradeHandler, UpgradeSpace } from '../../platform/http/http-server.ts';
import type { Incoming } from '../../platform/http/listener.ts';
import type { SocketListener } from './pump.ts';
import type { Relay } from './relay.ts';
import type { BrowserSocket, RefusalReason, RelayTarget } from './relay-ports.ts';

/** `unknown_sender`: the request came through a proxy that is not trusted. */
type Refusal = RefusalReason | 'unknown_sender';

// C12.3
const REFUSALS: Record<Refusal, readonly [status: number, sentence: string]> = {
  origin: [403, 'Only pages of this service can open a relay.'],
  path: [403, 'This is not the address of a relay. Use /p/, an IPv4 address, / and a port.'],
  not_listed: [403, 'No online server that supports the web client is listed at this address.'],
  protocol: [400, 'A relay needs the subprotocol ClassiCube, which this request does not offer.'],
  handshake: [400, 'A relay is opened with a WebSocket handshake, and this request is not one.'],
  address_limit: [503, 'Too many relays are open from your address. Close one of them.'],
  network_limit: [503, 'Too many relays are open from your network. Try again in a moment.'],
  limit: [503, 'All relays are in use. Try again in a moment.'],
  unknown_sender: [403, 'This site is not set up correctly. Tell its operator.'],
  stopping: [503, 'The service is stopping. Try again in a moment.'],
};

/** The relay's path in the API description. The relay is no route of the framework. */
export const RELAY_PATH = '/p/{ip}/{port}';

export const describedRelay = {
  operationId: 'getPByIpByPort',
  summary: 'The relay to a listed game server, as a WebSocket',
  description:
    'A WebSocket handshake with the subprotocol ClassiCube, from a page of this service (Origin).',
  tags: ['Relay'],
  parameters: [
    { name: 'ip', schema: { type: 'string', description: 'IPv4 address of the game server.' } },
    {
      name: 'port',
      schema: { type: 'integer', minimum: 1, maximum: 65_535, description: 'Its port.' },
    },
  ].map((it) => ({ ...it, in: 'path', required: true })),
  responses: {
    101: {
      description: 'The relay is open: binary messages are forwarded unchanged in both directions.',
    },
    400: { description: 'Not a WebSocket handshake, or the subprotocol ClassiCube is missing.' },
    403: {
      description:
        'The origin is another site, or no live server with web client support has this address.',
    },
    404: { description: 'The relay is switched off.' },
    503: { description: 'Too many relays are open, or the service is stopping.' },
  },
};

/** One read from the game server's socket after a pause brings far less. */
const BROWSER_QUEUE_BYTES = 16 * 1024 * 1024;

/** Any spelling of the path is meant for the relay. Only these requests are checked and counted. */
export const relaySpace: UpgradeSpace = {
  route: '/p/:ip/:port',
  covers: (path) => /^\/+p(?:\/|%2f|\\|%5c)/i.test(path),
};

export function createRelayHandler(options: {
  relay: Relay;
  addressOf(request: Incoming): string;
  /** Whether the browser's address is unknown. Notifies the operator if so. */
  isSenderUnknown(request: Incoming): boolean;
  /** Reads the player's account at once, and returns a function that notes their stay. */
  noteStay(request: Incoming, target: RelayTarget): () => void;
}): UpgradeHandler {
  const { relay, addressOf, isSenderUnknown, noteStay } = options;

  function refuse(request: Incoming, reason: Refusal): Response {
    const [status, sentence] = REFUSALS[reason];
    const answer = answerFailure(request, status, sentence);
    answer.headers.set('cache-control', 'no-store');
    return answer;
  }

  return {
    answer(request, upgrade) {
      const { headers, url } = request;
      const path = url.slice(url.indexOf('/', url.indexOf('//') + 2));
      if (isSenderUnknown(request)) return refuse(request, 'unknown_sender');
      const admitted = relay.admit({
        path,
        origin: headers.get('origin'),
        protocols: headers.get('sec-websocket-protocol'),
        address: addressOf(request),
      });
      if (typeof admitted === 'string') return refuse(request, admitted);
      admitted.target.stayed = noteStay(request, admitted.target);
      // Otherwise the runtime would accept the first protocol of the request (C12.4).
      const answered = { 'Sec-WebSocket-Protocol': 'ClassiCube' };
      const listener: SocketListener = { start: admitted.start, pump: undefined };
      if (upgrade(listener, answered)) return undefined;
      admitted.giveUp();
      return refuse(request, 'handshake');
    },
    stop: () => relay.stop(),
  };
}

/** How browsers' sockets are served. `messageBytes` is the size of the longest accepted message. */
export function browserSockets(messageBytes: number): Bun.WebSocketHandler<SocketListener> {
  return {
    maxPayloadLength: messageBytes,
    backpressureLimit: BROWSER_QUEUE_BYTES,
    // The relay has its own idle timeout.
    idleTimeout: 0,
    sendPings: false,
    perMessageDeflate: false,
    open(socket) {
      socket.data.pump = socket.data.start(toBrowserSocket(socket));
    },
    message: (socket, message) => socket.data.pump?.browserSent(message),
    ping: (socket) => socket.data.pump?.browserPinged(),
    pong: (socket) => socket.data.pump?.browserPinged(),
    drain: (socket) => socket.data.pump?.browserDrained(),
    close(socket, code, reason) {
      socket.data.pump?.browserClosed(reason === TOO_BIG ? 1009 : code);
    },
  };
}

/** The runtime's text for a message over `maxPayloadLength`. The runtime closes with 1009 by itself. */
const TOO_BIG = 'Received too big message';

function toBrowserSocket(socket: Bun.ServerWebSocket<SocketListener>): BrowserSocket {
  return {
    together: (run) => void socket.cork(run),
    send(message) {
      const sent = socket.sendBinary(message);
      if (sent < 0) return 'full';
      // An empty message sends no byte, which is not a loss.
      return sent > 0 || message.byteLength === 0 ? 'sent' : 'lost';
    },
    pendingBytes: () => socket.getBufferedAmount(),
    close: (code) => socket.close(code),
    terminate: () => socket.terminate(),
  };
}
