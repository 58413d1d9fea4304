// Logos and texts: which bytes are taken for what, and what each refusal says.

import { describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import {
  MAX_DOCUMENT_LENGTH,
  MAX_LOGO_SIZE,
  readDocument,
  readLogo,
} from '../../../src/modules/site/site-files.ts';

const bytesOf = (text: string) => new TextEncoder().encode(text);
const png = new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13]);
const webp = bytesOf('RIFF\0\0\0\0WEBPVP8 ');
const svgOf = (inner: string) =>
  bytesOf(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1">${inner}</svg>`);

const EDITED = `\ufeff<?xml version="1.0"?>\n<!-- made by hand -->\n<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/x.dtd">\n`;
const HARMLESS = `<style>.a{fill:url("#g")}</style><linearGradient id="g"/><use href="#a"/><path fill="url(#g)"/><image href="data:image/png;base64,AA"/>`;

describe('a logo', () => {
  test.each([
    ['PNG', png, 'image/png'],
    ['WebP', webp, 'image/webp'],
    ['SVG', svgOf('<path d="M0 0h1v1z"/>'), 'image/svg+xml'],
    ['an SVG as editors write it', bytesOf(`${EDITED}<svg:svg xmlns:svg="x"/>`), 'image/svg+xml'],
    ['an SVG with gradients, references and styles', svgOf(HARMLESS), 'image/svg+xml'],
  ])('may be %s', (_what, bytes, type) => {
    const logo = readLogo(bytes);
    expect(logo.type as string).toBe(type);
    expect([...logo.bytes]).toEqual([...bytes]);
    expect(logo.digest).toMatch(/^[0-9a-f]{20}$/);
  });

  test.each([
    ['a script', '<script>alert(1)</script>', 'a script'],
    ['a script of a namespace', '<s:script>alert(1)</s:script>', 'a script'],
    ['a handler', '<path onload="alert(1)"/>', 'an event handler'],
    ['a handler behind a slash', '<path/onload=alert(1)/>', 'an event handler'],
    ['a script as a link', '<a href="javascript:alert(1)"/>', 'a link'],
    ['a picture from elsewhere', '<image xlink:href="https://evil.example/x.png"/>', 'a link'],
    ['a link with spaces', '<use href = " https://evil.example/#a"/>', 'a link'],
    ['a style from elsewhere', '<style>@import "https://evil.example"</style>', 'a link'],
    ['a fill from elsewhere', '<path fill="url( \'https://evil.example/#a\')"/>', 'a link'],
    ['a page', '<foreignObject><p/></foreignObject>', 'another document'],
    ['an animated link', '<set attributeName="href" to="x" href="data:text/html,x"/>', 'a link'],
  ])('that is an SVG may not hold %s', (_what, inner, found) => {
    expect(() => readLogo(svgOf(inner), 'x.svg (site_logo)')).toThrow(
      `x.svg (site_logo) is an SVG that contains ${found}.`,
    );
  });

  test('that is an SVG may not name entities', () => {
    const bomb = bytesOf('<!DOCTYPE svg [<!ENTITY a "b">]><svg>&a;</svg>');
    expect(() => readLogo(bomb)).toThrow(/not a PNG, WebP or SVG|an entity/);
    expect(() => readLogo(svgOf('<!ENTITY a "b">'))).toThrow('an entity');
  });

  test.each([
    ['a GIF', bytesOf('GIF89a')],
    ['a page', bytesOf('<!doctype html><svg></svg>')],
    ['a page with an SVG in a comment', bytesOf('<html><!-- <svg> --></html>')],
    ['bytes that are no text', new Uint8Array([0xff, 0xfe, 0])],
    ['nothing', new Uint8Array()],
  ])('may not be %s', (_what, bytes) => {
    expect(() => readLogo(bytes)).toThrow(
      'is not a PNG, WebP or SVG image, whatever its file extension',
    );
  });

  test('has a largest size', () => {
    const pngOf = (length: number) => Uint8Array.from({ length }, (_, at) => png[at] ?? 0);
    expect(readLogo(pngOf(MAX_LOGO_SIZE)).type).toBe('image/png');
    const sentence = 'The logo has 65537 bytes. The limit is 65536 bytes (64 KiB).';
    expect(() => readLogo(pngOf(MAX_LOGO_SIZE + 1))).toThrow(sentence);
  });

  test('of any bytes is a type or a sentence', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
        try {
          expect(readLogo(bytes).type).toMatch(/^image\//);
        } catch (error) {
          expect(`${error}`).toMatch(/not a PNG|is an SVG that contains/);
        }
      }),
    );
  });
});

describe('a text', () => {
  test.each([
    ['as it is', 'Be kind.', 'Be kind.'],
    ['without its byte order mark', '\ufeffBe kind.', 'Be kind.'],
    ['with line ends as Unix has them', 'a\r\nb\rc\n', 'a\nb\nc'],
  ])('is read %s', (_what, given, text) => {
    expect(readDocument(given, 'It')?.text).toBe(text);
    expect(readDocument(bytesOf(given), 'It')?.text).toBe(text);
  });

  test('has a version that changes with it', () => {
    const [one, same, other] = ['a', ' a\r\n', 'b'].map((it) => readDocument(it, 'It')?.version);
    expect(one).toMatch(/^[0-9a-f]{10}$/);
    expect(same).toBe(one as string);
    expect(other).not.toBe(one as string);
  });

  test.each(['', ' \r\n\t '])('without a word (%j) is none', (text) => {
    expect(readDocument(text, 'It')).toBeUndefined();
  });

  test.each([
    [new Uint8Array([0xc3, 0x28]), 'It is not text in UTF-8 (line 1)'],
    [bytesOf('a\r\nb\0c'), 'It is not text in UTF-8 (line 2)'],
    [
      new Uint8Array(MAX_DOCUMENT_LENGTH + 1).fill(97),
      'It has 65537 bytes. The limit is 65536 bytes (64 KiB).',
    ],
  ])('is refused', (bytes, sentence) => {
    expect(() => readDocument(bytes, 'It')).toThrow(sentence);
  });
});
