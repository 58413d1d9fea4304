// Pages tell the answers to heartbeats in their own language: every one of them, with the same facts.

import { expect, test } from 'bun:test';
import { describeAnswer } from '../../../src/modules/heartbeat/heartbeat-answers.de.ts';
import { explainHeartbeat } from '../../../src/modules/heartbeat/heartbeat-fields.ts';
import { refusals } from '../../../src/modules/heartbeat/refusals.ts';
import type { Ban } from '../../../src/modules/moderation/moderation-ports.ts';
import {
  banMessage,
  filteredMessage,
  unlistedMessage,
} from '../../../src/modules/moderation/rules.ts';

const place = { ip: '203.0.113.7', port: 25_565 };
const wrong = { name: 'x'.repeat(65), port: 'q1', users: 'q2', max: 'q3', public: 'q4', web: 'q5' };

const bans = [
  { kind: 'range', subject: '203.0.113.0/24', expiresAt: null },
  { kind: 'name', subject: 'otto*', expiresAt: Date.UTC(2031, 1, 3, 14, 30) },
  { kind: 'server', subject: 'f'.repeat(32), expiresAt: null },
].map((ban) => ({ ...ban, reason: 'Q9', createdAt: 0 })) as unknown as Ban[];

const ANSWERS = [
  ...explainHeartbeat({}),
  ...explainHeartbeat({ ...wrong, salt: 'x'.repeat(257), software: 'x' }),
  ...explainHeartbeat({ name: '\u200b', salt: '\0' }),
  ...[refusals.contested(place), refusals.closedPort(place), refusals.ipv6('2001:db8::1')],
  ...[refusals.crowded(place.ip, 11, 10), refusals.tooMany(place.ip, 7)],
  refusals.full({ live: 20_000, allowed: 20_001 }),
  refusals.full({ network: '203.0.113.0/24', live: 157, allowed: 156 }),
  ...[unlistedMessage('Q9'), filteredMessage('Otto', 'Q9')],
  ...bans.map((ban) => banMessage(ban, { ...place, name: 'Otto' })),
];

const factsOf = (text: string) =>
  [...new Set(text.match(/\d[\d.:]*\d|\d|q\d|Q9|Otto|public=false|2001:db8::1/g))].sort();

test.each([
  [refusals.crowded(place.ip, 11, 10), '11 are live and 10 are allowed', '11 Server'],
  [refusals.full({ live: 12, allowed: 9 }), '12 servers are live and 9 are allowed', '12 Server'],
])('how many are live comes before how many are allowed: %s', (answer, part, german) => {
  expect(answer).toContain(part);
  const [live = '', allowed = ''] = part.match(/\d+/g) ?? [];
  const told = describeAnswer(answer);
  expect(told.replace(place.ip, '').match(/\d+/g)?.slice(0, 2)).toEqual([live, allowed]);
  expect(told).toContain(german.slice(0, 2));
});

test('there are answers of every kind', () => expect(ANSWERS.length).toBeGreaterThan(22));

test.each(ANSWERS)('in German: %s', (answer) => {
  const german = describeAnswer(answer);
  expect(german).not.toMatch(/\b(?:the|is|it|your?|send|from|and|are|until|with|has)\b|"/i);
  expect(factsOf(german)).toEqual(factsOf(answer));
});
