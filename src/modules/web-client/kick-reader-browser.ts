// Finds out why a game server ended a game, from the data in both directions of the connection.

import { COLOUR_CODE } from '../../platform/lib/colour-codes.ts';

const KICK = 14;
const EXTENSION = 17;
const TEXT_BYTES = 64;
const KICK_BYTES = 1 + TEXT_BYTES;

/** The length of each packet from game servers, by its first byte; 0 if they do not send it. */
const SERVER_PACKETS = [
  131, 1, 1, 1028, 7, 0, 8, 74, 10, 7, 5, 4, 2, 66, 65, 2, 67, 69, 3, 2, 3, 134, 196, 130, 3, 8, 86,
  2, 4, 66, 69, 2, 8, 138, 0, 80, 2, 85, 1282, 6, 65, 6, 7, 4, 3, 3, 9, 16, 36, 26, 116, 104, 2, 66,
  11, 3, 10, 0, 0, 2, 69,
];
/** The lengths of packets that the web client sends before both sides agree on extensions. */
const CLIENT_PACKETS: number[] = [];
CLIENT_PACKETS[0] = 131;
CLIENT_PACKETS[16] = 67;
CLIENT_PACKETS[EXTENSION] = 69;

/** The version from which an extension lengthens packets, and the added bytes for each packet. */
const LENGTHENED = new Map<string, [version: number, packets: Record<number, number>]>([
  ['fastmap', [1, { 2: 4 }]],
  ['extendedblocks', [1, { 6: 1, 20: 1, 28: 1, 35: 1, 36: 1, 37: 1, 38: 64, 44: 2, 45: 1 }]],
  ['extentitypositions', [1, { 7: 6, 8: 6, 33: 6, 46: 6, 54: 6 }]],
  ['envmapappearance', [2, { 30: 4 }]],
  ['extendedtextures', [1, { 35: 3, 37: 6 }]],
  ['blockdefinitionsext', [2, { 37: 3 }]],
  ['envmapaspect', [2, { 40: 64 }]],
  ['custommodels', [2, { 51: 63 }]],
]);

/** Code page 437, which game servers use: the characters below byte 32, and from byte 127 on. */
const SIGNS = ' ☺☻♥♦♣♠•◘○◙♂♀♪♫☼►◄↕‼¶§▬↨↑↓→←∟↔▲▼';
const UPPER_HALF =
  '⌂ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■ ';

function readText(bytes: Uint8Array): string {
  const decode = (byte: number) =>
    SIGNS[byte] ?? UPPER_HALF[byte - 127] ?? String.fromCharCode(byte);
  return Array.from(bytes.subarray(0, TEXT_BYTES), decode).join('').trim();
}

/** Whether bytes that may begin inside a packet are surely a kick. Map data hardly ever looks like one. */
function isSurelyKick(bytes: Uint8Array): boolean {
  const hasLength = bytes.length === KICK_BYTES && bytes[0] === KICK;
  return hasLength && bytes.subarray(1).every((byte) => byte >= 32);
}

/** Splits a stream into packets. After a packet of unknown length, each message begins a new packet. */
function createPacketReader(lengths: () => number[], take: (packet: Uint8Array) => void) {
  let rest = new Uint8Array();
  let isLost = false;
  return {
    isLost: () => isLost,
    read(message: Uint8Array): void {
      const bytes = new Uint8Array(rest.length + message.length);
      bytes.set(rest);
      bytes.set(message, rest.length);
      let start = 0;
      while (start < bytes.length) {
        const length = lengths()[bytes[start] ?? 0] || 0;
        isLost ||= length === 0;
        if (length === 0 || start + length > bytes.length) break;
        take(bytes.subarray(start, start + length));
        start += length;
      }
      rest = isLost ? new Uint8Array() : bytes.slice(start);
    },
  };
}

/** Follows a connection (C12.14). `reason` is undefined until the server ends the game, and then never changes. */
export function createKickReader() {
  const announced = { server: new Map<string, number>(), client: new Map<string, number>() };
  let hasClientAnswered = false;
  let lengths = SERVER_PACKETS;
  let tail = new Uint8Array();
  let reason: string | undefined;

  function noteKick(packet: Uint8Array): void {
    reason ??= readText(packet.subarray(1)).replace(COLOUR_CODE, '').trim();
  }

  function noteExtension(side: keyof typeof announced, packet: Uint8Array): void {
    const name = readText(packet.subarray(1)).toLowerCase();
    const version = packet[packet.length - 1] ?? 0;
    hasClientAnswered ||= side === 'client';
    if (!LENGTHENED.has(name)) return;
    // Compatibility: MCGalaxy announces EnvMapAppearance twice, first in version 1.
    announced[side].set(name, Math.max(version, announced[side].get(name) ?? 0));
    lengths = [...SERVER_PACKETS];
    for (const [extension, [since, packets]] of LENGTHENED) {
      const { server, client } = announced;
      const ofClient = hasClientAnswered ? (client.get(extension) ?? 0) : since;
      if (Math.min(server.get(extension) ?? 0, ofClient) < since) continue;
      for (const [opcode, bytes] of Object.entries(packets)) {
        lengths[Number(opcode)] = (lengths[Number(opcode)] ?? 0) + bytes;
      }
    }
  }

  const fromServer = createPacketReader(
    () => lengths,
    (packet) => {
      if (packet[0] === EXTENSION) noteExtension('server', packet);
      if (packet[0] === KICK && (!fromServer.isLost() || isSurelyKick(packet))) noteKick(packet);
    },
  );
  const fromClient = createPacketReader(
    () => CLIENT_PACKETS,
    (packet) => {
      if (packet[0] === EXTENSION) noteExtension('client', packet);
    },
  );
  return {
    sent: fromClient.read,
    read(message: Uint8Array): void {
      fromServer.read(message);
      // Packets of an unknown length must not hide a kick.
      if (isSurelyKick(message)) noteKick(message);
      tail = Uint8Array.from([...tail, ...message.slice(-KICK_BYTES)].slice(-KICK_BYTES));
    },
    reason(): string | undefined {
      if (isSurelyKick(tail)) noteKick(tail);
      return reason;
    },
  };
}
