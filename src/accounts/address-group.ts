// Groups client addresses by who can be behind them: an IPv6 customer has a whole /64 to try from.

const MAPPED_IPV4 = [0, 0, 0, 0, 0, 0xffff];
const LONGEST_ADDRESS = 64;

/** The /64 of an IPv6 address, anything else (IPv4, mapped IPv4 as dotted) as it is. Never throws. */
export function groupAddress(address: string): string {
  if (address.length > LONGEST_ADDRESS) return address.slice(0, LONGEST_ADDRESS);
  const groups = address.includes(':') ? expandIpv6(address) : undefined;
  if (!groups) return address;
  if (MAPPED_IPV4.every((group, index) => groups[index] === group)) {
    return groups
      .slice(6)
      .flatMap((group) => [group >> 8, group & 0xff])
      .join('.');
  }
  const network = groups.slice(0, 4).map((group) => group.toString(16));
  return `${network.join(':')}::/64`;
}

function expandIpv6(address: string): number[] | undefined {
  const [head, tail, ...rest] = address.replace(/%.*$/s, '').split('::');
  if (head === undefined || rest.length > 0) return undefined;
  const before = readGroups(head);
  const after = readGroups(tail ?? '');
  if (!before || !after) return undefined;
  const missing = 8 - before.length - after.length;
  if (tail === undefined ? missing !== 0 : missing < 1) return undefined;
  return [...before, ...Array.from({ length: missing }, () => 0), ...after];
}

function readGroups(text: string): number[] | undefined {
  if (text === '') return [];
  const groups: number[] = [];
  for (const part of text.split(':')) {
    const dotted = /^(\d{1,3})\.(\d{1,3})\.(\d{1,3})\.(\d{1,3})$/.exec(part);
    if (dotted) {
      const [a = 0, b = 0, c = 0, d = 0] = dotted.slice(1).map(Number);
      groups.push((a << 8) | b, (c << 8) | d);
    } else if (/^[0-9a-f]{1,4}$/i.test(part)) {
      groups.push(Number.parseInt(part, 16));
    } else {
      return undefined;
    }
  }
  return groups;
}
