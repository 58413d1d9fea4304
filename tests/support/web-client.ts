// A web client in miniature: it reads its arguments and opens its WebSocket as the real one does.

import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** A module that imports nothing and exports `answer`, a function that returns 42. */
const WASM = Uint8Array.from([
  ...[0, 97, 115, 109, 1, 0, 0, 0],
  ...[1, 5, 1, 96, 0, 1, 127],
  ...[3, 2, 1, 0],
  ...[7, 10, 1, 6, 97, 110, 115, 119, 101, 114, 0, 0],
  ...[10, 6, 1, 4, 0, 65, 42, 11],
]);

/** What the miniature shows of itself on `window.seen`. */
export interface Seen {
  arguments: string[];
  answer: number;
  texturesStatus: number;
  url: string;
  protocol: string;
  received: number[][];
  /** What was written where it looks for the options of the site. */
  options: string;
}

/** What the miniature made of the game server's messages and of the reader's input, on `window.game`. */
export interface Played {
  /** First bytes of the messages that it read: one each frame, and none once its socket is closing. */
  read: number[];
  /** Types of the events that it took on the window, which then have no effect. */
  taken: string[];
}

/**
 * Textures first, then the module, then the connection, whose address is put together from the third
 * and the fourth argument. What it sends is the number that the module answers.
 */
const SCRIPT = `(() => {
  const seen = { arguments: Module.arguments.map((it) => it.slice(0, 64)), received: [] };
  window.seen = seen;
  const game = { read: [], taken: [] };
  window.game = game;
  const queue = [];
  const events = 'touchstart touchmove touchend touchcancel wheel keydown keyup keypress';
  for (const type of events.split(' ')) {
    const take = (event) => {
      game.taken.push(type);
      event.preventDefault();
    };
    window.addEventListener(type, take, { passive: false });
  }
  for (const run of Module.preRun) run();
  window.CCFS = {
    writeFile(path, bytes) {
      if (path === 'options-default.txt') seen.options = new TextDecoder().decode(bytes);
    },
  };
  const textures = new XMLHttpRequest();
  Module.setStatus('Downloading textures.. (1/2)');
  textures.open('GET', '/static/default.zip');
  textures.responseType = 'arraybuffer';
  textures.onloadend = async () => {
    seen.texturesStatus = textures.status;
    Module.setStatus('');
    const module = fetch(Module.locateFile('ClassiCube.wasm'));
    const { instance } = await WebAssembly.instantiateStreaming(module, {});
    seen.answer = instance.exports.answer();
    const [host, ...rest] = seen.arguments[2].split('/');
    const scheme = location.protocol === 'https:' ? 'wss://' : 'ws://';
    seen.url = scheme + host + ':' + seen.arguments[3] + '/' + rest.join('/');
    const socket = new WebSocket(seen.url, 'ClassiCube');
    socket.binaryType = 'arraybuffer';
    socket.onopen = () => {
      seen.protocol = socket.protocol;
      socket.send(new Uint8Array([0, 7, seen.answer]));
    };
    socket.onmessage = ({ data }) => {
      const message = [...new Uint8Array(data)];
      seen.received.push(message);
      queue.push(message);
    };
    setInterval(() => {
      if (socket.readyState > 1) queue.length = 0;
      else if (queue.length > 0) game.read.push(queue.shift()[0]);
    }, 16);
    // The text field for phones is styled by an attribute.
    const field = document.createElement('div');
    field.setAttribute('style', 'position:absolute');
    Module.canvas.parentNode.append(field);
  };
  textures.send();
})();
`;

/** Puts the miniature into a new folder. */
export async function writeWebClient(folder: string, script = SCRIPT): Promise<string> {
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'ClassiCube.js'), script);
  await writeFile(join(folder, 'ClassiCube.wasm'), WASM);
  await writeFile(join(folder, 'default.zip'), 'PK\u0005\u0006'.padEnd(22, '\0'));
  return folder;
}
