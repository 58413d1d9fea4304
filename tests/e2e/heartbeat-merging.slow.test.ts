// Where a heartbeat's fields come from: query and body as one, the body winning, the last of repeats counting.
import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { manyAddresses, type RunningMuster, startMuster } from '../support/binary.ts';
import { beatForm, Client, nextAddress } from './client.ts';

let muster: RunningMuster;
beforeAll(async () => {
  muster = await startMuster({ env: manyAddresses });
});
afterAll(() => muster?.[Symbol.asyncDispose]());

const noName = beatForm({ name: undefined });
const full = beatForm({ name: 'Whole' });

describe('accepted under the name', () => {
  const cases: [sentence: string, query: string, body: string | undefined, name: string][] = [
    ['all in the query of a GET', full, undefined, 'Whole'],
    ['all in the query of a POST', full, '', 'Whole'],
    ['all in the body', '', full, 'Whole'],
    ['the name in the query, the rest in the body', 'name=Query', noName, 'Query'],
    ['the name in the body, the rest in the query', noName, 'name=Body', 'Body'],
    ['the name in both: the body wins', 'name=Query', `name=Body&${noName}`, 'Body'],
    ['the name twice in the body: the last counts', '', `name=First&${noName}&name=Last`, 'Last'],
    [
      'the name twice in the query: the last counts',
      `name=First&name=Last&${noName}`,
      undefined,
      'Last',
    ],
    ['many in the query, one in the body', `name=A&name=B&${noName}`, 'name=Body', 'Body'],
    ['an empty name first, a good one last', '', `name=&${noName}&name=Good`, 'Good'],
    ['an escaped field name', '', `n%61me=Escaped&${noName}`, 'Escaped'],
    [
      'names of fields in other case do not count',
      '',
      `name=Right&${noName}&NAME=Wrong&Name=Wrong`,
      'Right',
    ],
    ['brackets are no arrays', '', `name=Right&${noName}&name[]=Wrong&name%5B0%5D=Wrong`, 'Right'],
    ['a value that looks like JSON', '', `name={"a":1}&${noName}`, '{"a":1}'],
    ['plus and escapes', '', `name=a+b%20c%2Bd&${noName}`, 'a b c+d'],
    ['a field called like an object part', '', `__proto__=x&constructor=y&${full}`, 'Whole'],
  ];
  for (const [sentence, query, body, name] of cases) {
    test(sentence, async () => {
      for (const path of ['/server/heartbeat', '/heartbeat.jsp', '/server/heartbeat/']) {
        const client = new Client(muster, { address: nextAddress() });
        const target = query === '' ? path : `${path}?${query}`;
        const answer = await (body === undefined ? client.get(target) : client.post(target, body));
        const hash = /\/server\/play\/([0-9a-f]{32})\/$/.exec(answer.text)?.[1] ?? answer.text;
        expect(await client.lookup(hash)).toMatchObject([{ name }]);
      }
    });
  }
});

describe('refused, since the field that counts is empty', () => {
  const cases: [sentence: string, query: string, body: string][] = [
    ['empty in the body, good in the query', 'name=Query', `name=&${noName}`],
    ['empty in the body without a value', 'name=Query', `name&${noName}`],
    ['empty last', '', `name=Good&${noName}&name=`],
  ];
  for (const [sentence, query, body] of cases) {
    test(sentence, async () => {
      const client = new Client(muster, { address: nextAddress() });
      const answer = await client.post(`/server/heartbeat?${query}`, body);
      const failure = answer.json<{ errors: string[][]; status: string }>();
      expect(failure.status).toBe('fail');
      expect(failure.errors).toHaveLength(1);
      expect(failure.errors[0]?.[0]?.toLowerCase()).toContain('name');
    });
  }
});
