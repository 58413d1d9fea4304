// Writes small databases in MaxMind's format, such as an operator might have.

/** A value that the format can hold; whole numbers become uint32. */
type Value = string | number | boolean | bigint | readonly Value[] | { [key: string]: Value };

/** Networks as CIDR with the record of each; an inner network must come after the one around it. */
export type Networks = Readonly<Record<string, Value>>;

type Node = [left: Branch, right: Branch];
type Branch = Node | { record: Value } | undefined;

const KIND = { string: 2, uint32: 6, map: 7, uint64: 9, array: 11, boolean: 14 };

/** A record as GeoLite2-Country and GeoLite2-City have it, with the fields that lookups meet. */
export function countryRecord(code: string): Value {
  const country = { geoname_id: 1, iso_code: code, names: { en: `Land of ${code}` } };
  return { continent: { code: 'EU', geoname_id: 2 }, country, registered_country: country };
}

/** The bytes of a database of the type named, such as `GeoLite2-Country`. */
export function writeMmdb(databaseType: string, networks: Networks): Buffer {
  const root: Node = [undefined, undefined];
  for (const [network, record] of Object.entries(networks)) insert(root, bitsOf(network), record);
  const nodes = listNodes(root);
  const numberOf = new Map(nodes.map((node, index) => [node, index]));

  const records: Buffer[] = [];
  let recordsLength = 0;
  const tree = Buffer.alloc(nodes.length * 6);
  for (const [index, node] of nodes.entries()) {
    for (const [side, branch] of node.entries()) {
      let pointer = nodes.length;
      if (Array.isArray(branch)) pointer = numberOf.get(branch) ?? 0;
      else if (branch !== undefined) {
        pointer = nodes.length + 16 + recordsLength;
        const encoded = encode(branch.record);
        records.push(encoded);
        recordsLength += encoded.length;
      }
      tree.writeUIntBE(pointer, index * 6 + side * 3, 3);
    }
  }
  const metadata = encode({
    binary_format_major_version: 2,
    binary_format_minor_version: 0,
    build_epoch: 1_750_000_000n,
    database_type: databaseType,
    description: { en: 'Made by a test' },
    ip_version: 6,
    languages: ['en'],
    node_count: nodes.length,
    record_size: 24,
  });
  const marker = Buffer.from('abcdef4d61784d696e642e636f6d', 'hex');
  return Buffer.concat([tree, Buffer.alloc(16), ...records, marker, metadata]);
}

/** IPv4 networks live below `::/96`, as in MaxMind's own files. */
function bitsOf(network: string): string {
  const [address = '', length = '32'] = network.split('/');
  const octets = address.split('.').map((octet) => Number(octet).toString(2).padStart(8, '0'));
  return '0'.repeat(96) + octets.join('').slice(0, Number(length));
}

function insert(root: Node, bits: string, record: Value): void {
  let node = root;
  for (const bit of bits.slice(0, -1)) {
    const side = bit === '1' ? 1 : 0;
    const branch = node[side];
    const next: Node = Array.isArray(branch) ? branch : [branch, branch];
    node[side] = next;
    node = next;
  }
  node[bits.endsWith('1') ? 1 : 0] = { record };
}

function listNodes(root: Node): Node[] {
  const nodes = [root];
  for (const node of nodes) nodes.push(...node.filter((branch) => Array.isArray(branch)));
  return nodes;
}

function encode(value: Value): Buffer {
  if (typeof value === 'string') {
    const bytes = Buffer.from(value);
    return Buffer.concat([control(KIND.string, bytes.length), bytes]);
  }
  if (typeof value === 'boolean') return control(KIND.boolean, value ? 1 : 0);
  if (typeof value === 'bigint') {
    const bytes = Buffer.alloc(8);
    bytes.writeBigUInt64BE(value);
    return Buffer.concat([control(KIND.uint64, 8), bytes]);
  }
  if (typeof value === 'number') {
    const bytes = Buffer.alloc(4);
    bytes.writeUInt32BE(value);
    return Buffer.concat([control(KIND.uint32, 4), bytes]);
  }
  if (Array.isArray(value)) {
    return Buffer.concat([control(KIND.array, value.length), ...value.map(encode)]);
  }
  const entries = Object.entries(value).flatMap(([key, item]) => [encode(key), encode(item)]);
  return Buffer.concat([control(KIND.map, entries.length / 2), ...entries]);
}

/** The byte before each value: its kind in three bits (or in a byte of its own) and its size. */
function control(kind: number, size: number): Buffer {
  if (size > 28) throw new Error(`The writer knows sizes up to 28, not ${size}.`);
  return kind <= 7 ? Buffer.from([(kind << 5) | size]) : Buffer.from([size, kind - 7]);
}
