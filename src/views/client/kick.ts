// Reads why a game server ended a game: the last packet that it sends to a player whom it disconnects.

import { COLOUR_CODE } from '../../lib/colour-codes.ts';

const KICK = 0x0e;
/** One byte that says which packet it is, and a text of 64 bytes. */
const KICK_BYTES = 65;
/** Code page 437 from byte 128 on, in which game servers write. */
const UPPER_HALF =
  'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■ ';

/** Keeps the end of what a connection brought. */
export function createKickReader(): {
  read(message: Uint8Array): void;
  reason(): string | undefined;
} {
  let tail = new Uint8Array();
  return {
    /** Adds a message; packets need not begin where messages do. */
    read(message) {
      tail = Uint8Array.from([...tail, ...message.slice(-KICK_BYTES)].slice(-KICK_BYTES));
    },
    /** The reason without its colours, if a kick came last. */
    reason() {
      const text = tail.subarray(1);
      if (tail.length < KICK_BYTES || tail[0] !== KICK || text.includes(0)) return undefined;
      const decode = (byte: number) =>
        byte < 128 ? String.fromCharCode(byte) : UPPER_HALF.charAt(byte - 128);
      return Array.from(text, decode).join('').replace(COLOUR_CODE, '').trim();
    },
  };
}
