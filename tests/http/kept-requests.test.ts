// Whatever outlives a request is a copy of its own: a piece of a text keeps the whole text in memory. bench/padding.ts
// shows the same of the whole service.

import { heapStats } from 'bun:jsc';
import { beforeAll, expect, test } from 'bun:test';
import { explainHeartbeat } from '../../src/modules/heartbeat/heartbeat-fields.ts';
import { findLastHash } from '../../src/modules/registry/server-hash.ts';
import { decodeField, readForm } from '../../src/platform/http/form.ts';
import { createMemoryStates } from '../../src/platform/lib/shared-states.ts';
import { cleanLines, cleanText, ownCopy } from '../../src/platform/lib/text.ts';
import { findClientAddress } from '../../src/platform/net/client-address.ts';

const PADDING = 'x'.repeat(60_000);
const VALUES = 100;
/** Less than a tenth of one padding for each value. */
const MAX_BYTES = VALUES * 6_000;

const HASH = '5958c386bf5e9109ac10d2a628645aea';
const PROXIES = { contains: (ip: string) => ip === '10.0.0.1' };

function heldBytes(): number {
  Bun.gc(true);
  Bun.gc(true);
  return heapStats().heapSize;
}

/** A text of its own in one piece, as a request brings it. */
const received = (text: string): string => Buffer.from(text).toString();

function fieldsOf(body: string): string[] {
  const values: string[] = [];
  readForm(body, (name, value) => {
    if (name === 'field') values.push(value);
  });
  return values;
}

function pieceOf(text: string): string {
  return text.slice(0, text.indexOf(' '));
}

const spent = createMemoryStates({ now: () => 0 }).openSpent('tokens', { most: 1_000 });

const KEPT: [what: string, keep: (number: number) => unknown][] = [
  ['a field', (n) => fieldsOf(received(`field=Some_server_${n}&pad=${PADDING}`))],
  ['a field of few letters', (n) => fieldsOf(received(`pad=${PADDING}&field=${n}`))],
  ['a field with a broken escape', (n) => fieldsOf(received(`field=half_a_%_${n}&pad=${PADDING}`))],
  ['a field with blanks', (n) => fieldsOf(received(`field=Some+server+${n}&pad=${PADDING}`))],
  ['a field with escapes', (n) => fieldsOf(received(`field=Some%20server${n}&pad=${PADDING}`))],
  ['a part of a path', (n) => decodeField(pieceOf(received(`Some_player_${n} ${PADDING}`)))],
  ['a name without its blanks', (n) => cleanText(received(`Server ${n}${' '.repeat(60_000)}`))],
  ['lines without theirs', (n) => cleanLines(received(`A line ${n}\n${' '.repeat(60_000)}`))],
  ['a forwarded address', (n) => forwarded(received(`${PADDING}, 198.151.100.${100 + n}`))],
  ['one with its port', (n) => forwarded(received(`${PADDING}, 198.151.100.${100 + n}:54321`))],
  ['a hash', () => findLastHash(received(`/server/play/${HASH}/${PADDING}`))],
  ['a copy', (n) => ownCopy(pieceOf(received(`Some_player_${n} ${PADDING}`)))],
  ['what is wrong with a count', (n) => explained(received(`${PADDING}&users=x${n}`))],
  ['a spent token', (n) => spent.spend(pieceOf(received(`a_token_of_a_form_${n} ${PADDING}`)), 1)],
];

/** What the heap held after the case before; measuring it takes longer than all else here. */
let held = 0;
beforeAll(() => {
  for (const [, keep] of KEPT) keep(0);
  held = heldBytes();
});

test.each(KEPT)('%s does not keep the request', (_, keep) => {
  const before = held;
  const kept = Array.from({ length: VALUES }, (_, number) => keep(number));
  held = heldBytes();
  expect(held - before).toBeLessThan(MAX_BYTES);
  expect(kept).toHaveLength(VALUES);
});

/** What an operator is told of a count, which stands in the log as it was cut out of the body. */
function explained(body: string): string[] {
  return explainHeartbeat({ users: body.slice(body.lastIndexOf('=') + 1) });
}

function forwarded(header: string): string {
  return findClientAddress('10.0.0.1', header, PROXIES);
}
