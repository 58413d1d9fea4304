// Close codes of WebSockets: which ones the relay sends, and which ones it passes on to the other side.

/** Codes of RFC 6455, section 7.4, that the relay sends or gets. */
export const CLOSE = {
  normal: 1000,
  goingAway: 1001,
  notText: 1003,
  /** Never sent: the other side closed without a code. */
  none: 1005,
  /** Never sent: the other side was lost. */
  lost: 1006,
  /** What may not be reached any more. */
  refused: 1008,
  tooBig: 1009,
  failed: 1011,
  tryLater: 1013,
} as const;

/** Whether a code may stand in a close frame. */
function isSendable(code: number): boolean {
  if (code >= 3000 && code <= 4999) return true;
  return (
    code >= 1000 && code <= 1014 && code !== 1004 && code !== CLOSE.none && code !== CLOSE.lost
  );
}

/** The code to pass on; `lostCode` stands for a side that was lost without closing (C12.8). */
export function passOn(code: number, lostCode: number): number {
  if (code === CLOSE.lost) return lostCode;
  return isSendable(code) ? code : CLOSE.normal;
}
