// Which requests count as sent by a page of this service.

import { expect, test } from 'bun:test';
import { isSameOrigin } from '../../src/platform/http/page-form.ts';

test.each<[boolean, string, Record<string, string>]>([
  [true, 'https://play.example', { origin: 'https://play.example' }],
  [true, 'https://play.example', { 'sec-fetch-site': 'same-origin' }],
  [true, 'http://localhost:8080', { origin: 'http://localhost:8080' }],
  // A base URL may name the port that its scheme has anyway; browsers leave it out.
  [true, 'https://play.example:443', { origin: 'https://play.example' }],
  // A name that the guard accepts besides, such as the address of this machine.
  [true, 'http://localhost:8080', { origin: 'http://127.0.0.1:8080', host: '127.0.0.1:8080' }],
  [true, 'https://play.example', { origin: 'https://play.example', host: 'play.example' }],
  [false, 'http://localhost:8080', { origin: 'http://127.0.0.1:81', host: '127.0.0.1:8080' }],
  [false, 'https://play.example', { origin: 'http://play.example', host: 'play.example' }],
  [false, 'https://play.example', { origin: 'https://evil.example', host: 'play.example' }],
  [false, 'https://play.example', {}],
  [false, 'https://play.example', { origin: '' }],
  [false, 'https://play.example', { origin: 'null' }],
  [false, 'https://play.example', { origin: 'https://play.example.evil.example' }],
  [false, 'https://play.example', { 'sec-fetch-site': 'same-site' }],
  [
    false,
    'https://play.example',
    { origin: 'https://play.example', 'sec-fetch-site': 'cross-site' },
  ],
])('it is %p at %s with %j', (isOwn, baseUrl, headers) => {
  expect(isSameOrigin(new Headers(headers), baseUrl)).toBe(isOwn);
});
