// A raw TCP client for HTTP/1.x, so that tests decide every byte sent and see every byte answered.
import { connect, type Socket } from 'node:net';

/** One header line: name as spelled, value without surrounding blanks. */
export type HeaderLine = readonly [name: string, value: string];

/** One parsed answer. */
export class RawResponse {
  constructor(
    readonly version: string,
    readonly status: number,
    /** Header lines in the order they came. */
    readonly headers: readonly HeaderLine[],
    /** The body with any chunked framing removed, content encoding left as it came. */
    readonly body: Buffer,
  ) {}

  /** The first value of a header, found case-insensitively. */
  header(name: string): string | undefined {
    return this.headersNamed(name)[0];
  }

  /** Every value of a header, in order. */
  headersNamed(name: string): string[] {
    const wanted = name.toLowerCase();
    return this.headers.filter(([key]) => key.toLowerCase() === wanted).map(([, value]) => value);
  }

  /** The body as UTF-8. */
  get text(): string {
    return this.body.toString('utf8');
  }

  /** The body as JSON; throws with the body's beginning when it is none. */
  json<T>(): T {
    try {
      return JSON.parse(this.text) as T;
    } catch {
      throw new Error(`Not JSON (status ${this.status}): ${this.text.slice(0, 300)}`);
    }
  }
}

/** A request in pieces. Strings are sent one byte a character (latin1); pass a Buffer for UTF-8. */
export interface RequestParts {
  method?: string;
  target: string;
  headers?: readonly HeaderLine[];
  body?: string | Buffer;
}

/** The bytes of a request; adds `Content-Length` where there is a body and no length is given. */
export function buildRequest(parts: RequestParts): Buffer {
  const lines = (parts.headers ?? []).map(([name, value]) => `${name}: ${value}`);
  const body = Buffer.isBuffer(parts.body) ? parts.body : Buffer.from(parts.body ?? '', 'latin1');
  const isFramed = lines.some((line) => /^(content-length|transfer-encoding):/i.test(line));
  if (parts.body !== undefined && !isFramed) lines.push(`Content-Length: ${body.length}`);
  const head = [`${parts.method ?? 'GET'} ${parts.target} HTTP/1.1`, ...lines, '', ''].join('\r\n');
  return Buffer.concat([Buffer.from(head, 'latin1'), body]);
}

/** How to read one answer. */
export interface ReadOptions {
  /** True when the request was HEAD: the answer has no body, whatever its length says. */
  isHead?: boolean;
  timeoutMs?: number;
}

/** One TCP connection on which requests can follow each other. */
export class RawConnection {
  readonly #socket: Socket;
  #buffer: Buffer = Buffer.alloc(0);
  #isClosed = false;
  #wake: (() => void) | undefined;

  private constructor(socket: Socket) {
    this.#socket = socket;
    socket.on('data', (chunk: Buffer) => {
      this.#buffer = Buffer.concat([this.#buffer, chunk]);
      this.#wake?.();
    });
    const close = () => {
      this.#isClosed = true;
      this.#wake?.();
    };
    socket.on('end', close).on('close', close).on('error', close);
  }

  /** Connects; rejects when the port refuses. */
  static open(port: number, host = '127.0.0.1'): Promise<RawConnection> {
    return new Promise((resolve, reject) => {
      const socket = connect({ port, host, noDelay: true, allowHalfOpen: true });
      socket.once('error', reject);
      socket.once('connect', () => {
        socket.off('error', reject);
        resolve(new RawConnection(socket));
      });
    });
  }

  /** Whether the other side closed its end, or the connection broke. */
  get isClosed(): boolean {
    return this.#isClosed;
  }

  /** Bytes that came and belong to no answer read so far. */
  get unread(): Buffer {
    return this.#buffer;
  }

  /** Sends bytes; a string goes out one byte a character. */
  send(bytes: string | Buffer): void {
    if (this.#socket.writable) {
      this.#socket.write(typeof bytes === 'string' ? Buffer.from(bytes, 'latin1') : bytes);
    }
  }

  /** Sends a request and reads its answer. */
  exchange(bytes: string | Buffer, options: ReadOptions = {}): Promise<RawResponse> {
    this.send(bytes);
    return this.read(options);
  }

  /** Reads the next answer; throws when the connection closes or the time runs out before it is whole. */
  async read({ isHead = false, timeoutMs = 20_000 }: ReadOptions = {}): Promise<RawResponse> {
    const deadline = performance.now() + timeoutMs;
    for (;;) {
      const head = parseHead(await this.#takeHead(deadline));
      if (head.status < 200 && head.status !== 101) continue;
      const isBodyless = isHead || [101, 204, 304].includes(head.status);
      const body = isBodyless ? Buffer.alloc(0) : await this.#takeBody(head.headers, deadline);
      return new RawResponse(head.version, head.status, head.headers, body);
    }
  }

  /** Whether the other side closes within this time. */
  async waitForClose(withinMs: number): Promise<boolean> {
    const deadline = performance.now() + withinMs;
    while (!this.#isClosed && performance.now() < deadline) {
      await this.#waitForMore(deadline).catch(() => undefined);
    }
    return this.#isClosed;
  }

  /** Closes at once. */
  close(): void {
    this.#socket.destroy();
  }

  async #takeHead(deadline: number): Promise<string> {
    let end = this.#buffer.indexOf('\r\n\r\n');
    while (end < 0) {
      if (this.#isClosed)
        throw new Error(`Closed before an answer came (${this.#buffer.length} bytes).`);
      await this.#waitForMore(deadline);
      end = this.#buffer.indexOf('\r\n\r\n');
    }
    return this.#take(end + 4).toString('latin1');
  }

  async #takeBody(headers: readonly HeaderLine[], deadline: number): Promise<Buffer> {
    const find = (wanted: string) => headers.find(([name]) => name.toLowerCase() === wanted)?.[1];
    const length = find('content-length');
    if (find('transfer-encoding')?.toLowerCase() === 'chunked') {
      if (length !== undefined) throw new Error('Both Content-Length and chunked.');
      return this.#takeChunks(deadline);
    }
    if (length !== undefined) return this.#takeExactly(Number(length), deadline);
    while (!this.#isClosed) await this.#waitForMore(deadline);
    return this.#take(this.#buffer.length);
  }

  async #takeChunks(deadline: number): Promise<Buffer> {
    const chunks: Buffer[] = [];
    for (;;) {
      while (this.#buffer.indexOf('\r\n') < 0) await this.#waitForMore(deadline);
      const line = this.#take(this.#buffer.indexOf('\r\n') + 2).toString('latin1');
      const size = Number.parseInt(line, 16);
      if (Number.isNaN(size)) throw new Error(`Bad chunk size: ${JSON.stringify(line)}`);
      const chunk = await this.#takeExactly(size + 2, deadline);
      if (size === 0) return Buffer.concat(chunks);
      chunks.push(chunk.subarray(0, size));
    }
  }

  async #takeExactly(length: number, deadline: number): Promise<Buffer> {
    while (this.#buffer.length < length) {
      if (this.#isClosed)
        throw new Error(`Closed after ${this.#buffer.length} of ${length} bytes.`);
      await this.#waitForMore(deadline);
    }
    return this.#take(length);
  }

  #take(length: number): Buffer {
    const taken = this.#buffer.subarray(0, length);
    this.#buffer = this.#buffer.subarray(length);
    return taken;
  }

  #waitForMore(deadline: number): Promise<void> {
    return new Promise((resolve, reject) => {
      const leftMs = deadline - performance.now();
      const timer = setTimeout(
        () => {
          this.#wake = undefined;
          reject(new Error('No whole answer in time.'));
        },
        Math.max(0, leftMs),
      );
      this.#wake = () => {
        clearTimeout(timer);
        this.#wake = undefined;
        resolve();
      };
    });
  }
}

/** Sends one request on a connection of its own and reads the answer. */
export async function exchangeOnce(
  port: number,
  bytes: string | Buffer,
  options: ReadOptions & { host?: string } = {},
): Promise<RawResponse> {
  const connection = await RawConnection.open(port, options.host);
  try {
    return await connection.exchange(bytes, options);
  } finally {
    connection.close();
  }
}

function parseHead(head: string) {
  const [statusLine = '', ...lines] = head.split('\r\n').filter((line) => line !== '');
  const match = /^HTTP\/(1\.[01]) (\d{3})(?: .*)?$/.exec(statusLine);
  if (!match) throw new Error(`Not a status line: ${JSON.stringify(statusLine)}`);
  const headers = lines.map((line): HeaderLine => {
    const colon = line.indexOf(':');
    if (colon < 1) throw new Error(`Not a header line: ${JSON.stringify(line)}`);
    return [line.slice(0, colon), line.slice(colon + 1).trim()];
  });
  return { version: match[1] ?? '', status: Number(match[2]), headers };
}
