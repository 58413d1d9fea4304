// One end of a WebSocket on a raw socket, so that tests decide every frame and see every one that comes.

import type { Socket } from 'node:net';

/** Opcodes of RFC 6455. */
export const OPCODE = { continuation: 0, text: 1, binary: 2, close: 8, ping: 9, pong: 10 } as const;

/** One frame, unmasked. */
export interface Frame {
  isFinal: boolean;
  opcode: number;
  isMasked: boolean;
  payload: Buffer;
}

const MASK = Buffer.from([0x5a, 0xa5, 0x3c, 0xc3]);

/** The bytes of a frame. */
export function encodeFrame(
  opcode: number,
  payload: Uint8Array,
  { isMasked = false, isFinal = true } = {},
): Buffer {
  const { length } = payload;
  const extended = length < 126 ? 0 : length < 65_536 ? 2 : 8;
  const head = Buffer.alloc(2 + extended);
  head[0] = (isFinal ? 0x80 : 0) | opcode;
  head[1] = (isMasked ? 0x80 : 0) | (extended === 0 ? length : extended === 2 ? 126 : 127);
  if (extended === 2) head.writeUInt16BE(length, 2);
  if (extended === 8) head.writeBigUInt64BE(BigInt(length), 2);
  return isMasked
    ? Buffer.concat([head, MASK, mask(payload, MASK)])
    : Buffer.concat([head, payload]);
}

/** The payload of a close frame. */
function closePayload(code: number | undefined): Buffer {
  return code === undefined ? Buffer.alloc(0) : Buffer.from([code >> 8, code & 255]);
}

function mask(payload: Uint8Array, key: Uint8Array): Buffer {
  const masked = Buffer.from(payload);
  for (let index = 0; index < masked.length; index += 1) {
    masked[index] = (masked[index] ?? 0) ^ (key[index & 3] ?? 0);
  }
  return masked;
}

/** The first frame of these bytes and how long it is; `undefined` while it is not whole. */
function readFrame(bytes: Buffer): { frame: Frame; size: number } | undefined {
  const [first, second] = bytes;
  if (first === undefined || second === undefined) return undefined;
  const short = second & 127;
  const lengthSize = short < 126 ? 0 : short === 126 ? 2 : 8;
  const isMasked = (second & 128) !== 0;
  const start = 2 + lengthSize + (isMasked ? 4 : 0);
  if (bytes.length < start) return undefined;
  let length = short;
  if (lengthSize === 2) length = bytes.readUInt16BE(2);
  if (lengthSize === 8) length = Number(bytes.readBigUInt64BE(2));
  if (bytes.length < start + length) return undefined;
  const body = bytes.subarray(start, start + length);
  const payload = isMasked ? mask(body, bytes.subarray(start - 4, start)) : Buffer.from(body);
  const frame = { isFinal: (first & 128) !== 0, opcode: first & 15, isMasked, payload };
  return { frame, size: start + length };
}

/** One end of an upgraded connection. */
export class WebSocketPeer {
  /** Frames that nobody has taken yet. */
  readonly frames: Frame[] = [];
  /** Takes frames as they come instead of keeping them. */
  onFrame: ((frame: Frame) => void) | undefined;
  isClosed = false;
  /** Does not end the connection when the other side has, as some game servers do not. */
  leavesOpen = false;
  #unread: Buffer;
  readonly #wakes = new Set<() => void>();

  constructor(
    readonly socket: Socket,
    /** True on the browser's end. */
    private readonly isMasking: boolean,
    unread: Buffer = Buffer.alloc(0),
  ) {
    this.#unread = unread;
    socket.on('data', (chunk: Buffer) => {
      this.#unread = this.#unread.length === 0 ? chunk : Buffer.concat([this.#unread, chunk]);
      this.#takeFrames();
    });
    const close = () => {
      this.isClosed = true;
      this.#wake();
    };
    socket.on('error', close).on('close', close);
    socket.on('end', () => {
      if (!this.leavesOpen) socket.end();
    });
    this.#takeFrames();
  }

  /** Sends one frame; false when the kernel takes no more for now. */
  send(payload: Uint8Array, opcode: number = OPCODE.binary, isFinal = true): boolean {
    return this.socket.write(encodeFrame(opcode, payload, { isMasked: this.isMasking, isFinal }));
  }

  /** Begins to close, with a code or without one. */
  close(code?: number): void {
    this.send(closePayload(code), OPCODE.close);
  }

  /** Breaks the connection. */
  drop(): void {
    this.socket.resetAndDestroy();
  }

  /** The next frame. Throws when none comes in time. */
  async next(timeoutMs = 20_000): Promise<Frame> {
    await this.until(() => this.frames.length > 0 || this.isClosed, timeoutMs);
    const frame = this.frames.shift();
    if (frame === undefined) throw new Error('The connection closed before a frame came.');
    return frame;
  }

  /** The code that the other side closes with, 1005 for none; frames before it are passed over. */
  async nextClose(timeoutMs = 20_000): Promise<number> {
    for (;;) {
      const { opcode, payload } = await this.next(timeoutMs);
      if (opcode !== OPCODE.close) continue;
      return payload.length < 2 ? 1005 : payload.readUInt16BE(0);
    }
  }

  /** Waits until the condition holds, looking at it whenever something comes. Throws when time runs out. */
  until(condition: () => boolean, timeoutMs = 20_000): Promise<void> {
    if (condition()) return Promise.resolve();
    return new Promise((resolve, reject) => {
      const look = () => {
        if (!condition()) return;
        clearTimeout(timer);
        this.#wakes.delete(look);
        resolve();
      };
      const timer = setTimeout(() => {
        this.#wakes.delete(look);
        reject(new Error('It did not happen in time.'));
      }, timeoutMs);
      this.#wakes.add(look);
    });
  }

  #takeFrames(): void {
    let rest = this.#unread;
    for (let read = readFrame(rest); read !== undefined; read = readFrame(rest)) {
      rest = rest.subarray(read.size);
      this.#take(read.frame);
    }
    this.#unread = rest;
    this.#wake();
  }

  #take(frame: Frame): void {
    if (frame.opcode === OPCODE.close && this.socket.writable) {
      this.send(frame.payload, OPCODE.close);
    }
    if (this.onFrame !== undefined && frame.opcode !== OPCODE.close) this.onFrame(frame);
    else this.frames.push(frame);
  }

  #wake(): void {
    for (const look of [...this.#wakes]) look();
  }
}
