// Finds the ends of HTTP answers in a stream of bytes, as far as answers of this bench go.

/** Called for each complete answer. */
export type OnAnswer = (status: number, text: AnswerText) => void;

/** The answer's own text; the body is kept only while it is short. */
export interface AnswerText {
  head: string;
  body: string;
}

const HEAD_END = Buffer.from('\r\n\r\n');
const MAX_HEAD_LENGTH = 16 * 1024;
const MAX_KEPT_BODY_LENGTH = 4 * 1024;

/**
 * Makes a reader of one connection's bytes: answers with a Content-Length, or without a body (204,
 * 304). Throws on a chunked one, whose end would have to be searched for.
 */
export function createResponseCounter(onAnswer: OnAnswer): (chunk: Uint8Array) => void {
  let partOfHead = Buffer.alloc(0);
  let bodyLeft = 0;
  let status = 0;
  let text: AnswerText = { head: '', body: '' };

  /** Takes a head in, and returns where it ends in `bytes`; `undefined` while it is not complete. */
  function takeHead(bytes: Buffer): number | undefined {
    const end = bytes.indexOf(HEAD_END);
    if (end === -1) {
      if (bytes.length > MAX_HEAD_LENGTH) throw new Error('The head of an answer has no end.');
      return undefined;
    }
    const head = bytes.toString('latin1', 0, end);
    status = Number(head.slice(9, 12));
    const length = /\r\ncontent-length:\s*(\d+)/i.exec(head)?.[1];
    const isEmpty = status === 204 || status === 304;
    if (length === undefined && !isEmpty) throw new Error('An answer has no Content-Length.');
    bodyLeft = isEmpty ? 0 : Number(length);
    text = { head, body: '' };
    return end + HEAD_END.length;
  }

  return (chunk) => {
    let rest: Buffer = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
    while (rest.length > 0) {
      if (bodyLeft === 0) {
        if (partOfHead.length > 0) rest = Buffer.concat([partOfHead, rest]);
        const end = takeHead(rest);
        partOfHead = end === undefined ? Buffer.from(rest) : Buffer.alloc(0);
        if (end === undefined) return;
        rest = rest.subarray(end);
      }
      const taken = Math.min(bodyLeft, rest.length);
      if (text.body.length + bodyLeft <= MAX_KEPT_BODY_LENGTH) {
        text.body += rest.toString('latin1', 0, taken);
      }
      bodyLeft -= taken;
      rest = rest.subarray(taken);
      if (bodyLeft === 0) onAnswer(status, text);
    }
  };
}
