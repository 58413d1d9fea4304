// The commands about the site and its notice, on a real data folder.

import { describe, expect, test } from 'bun:test';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { siteAdminMessages } from '../../../src/modules/site/messages.ts';
import { siteMark } from '../../../src/platform/views/assets.ts';
import { openBench } from '../../support/command-line.ts';
import { blocksOf, root, sectionOf } from '../../support/docs.ts';

describe('parts of the site', () => {
  test('are set, listed and reset', async () => {
    using bench = openBench();
    writeFileSync(join(bench.folder, 'rules.md'), 'Be kind.\nAlways.');
    writeFileSync(join(bench.folder, 'logo.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>');
    await bench.out(['site', 'set', 'site_name', 'Block World']);
    await bench.out(['site', 'set', 'rules', 'rules.md']);
    await bench.out(['site', 'set', 'site_logo', 'logo.svg']);
    await bench.out(['site', 'set', 'footer_links', 'A https://a.example, B https://b.example']);
    expect(await bench.out(['site', 'list'])).toMatch(
      /^PART +VALUE +SET \(UTC\)\nsite_name +Block World .*\nfooter_links +A https:\/\/a\.example\/, B https:\/\/b\.example\/ .*\nsite_logo +- .*\nrules +Be kind\., Always\. .*\n$/,
    );
    expect(JSON.parse(await bench.out(['site', 'list', '--json']))).toMatchObject([
      { part: 'site_name', text: 'Block World' },
      { part: 'footer_links', text: 'A https://a.example/\nB https://b.example/' },
      { part: 'site_logo', text: '' },
      { part: 'rules', text: 'Be kind.\nAlways.' },
    ]);
    await bench.out(['site', 'reset', 'site_name']);
    expect(await bench.out(['site', 'list'])).not.toContain('site_name');
  });

  test('are set as the documentation shows', async () => {
    using bench = openBench();
    writeFileSync(join(bench.folder, 'rules.md'), 'Be kind.');
    writeFileSync(join(bench.folder, 'logo.png'), siteMark);
    const page = await Bun.file(join(root, 'docs/configuration.md')).text();
    const section = sectionOf(page, 'A face of your own');
    const lines = blocksOf(section, 'sh').flatMap((it) => it.trim().split('\n'));
    for (const line of lines) {
      const words = line.replace(/ +# .*/, '').match(/"[^"]*"|\S+/g) ?? [];
      const [program, ...argv] = words.map((word) => word.replace(/^"(.*)"$/, '$1'));
      expect(program).toBe('dist/muster');
      await bench.out(argv);
    }
    const list = await bench.out(['site', 'list']);
    expect(list.match(/^[a-z_]+/gm)?.toSorted()).toEqual([
      ...['contact', 'rules', 'site_accent', 'site_description', 'site_logo', 'site_name'],
    ]);
    expect(await bench.out(['notice', 'show'])).toStartWith('Back at eight (info, until ');
  });

  test.each<[string, Uint8Array, RegExp]>([
    [
      'in Latin-1',
      Buffer.from('# Rules\nR\xfccksicht', 'latin1'),
      /rules\.md cannot be read: it is not UTF-8 \(line 2\)/,
    ],
    ['in UTF-16', Buffer.from('\ufeffRules', 'utf16le'), /it is not UTF-8 \(line 1\)/],
    ['of more than 1 MiB', Buffer.alloc(1024 * 1024 + 1, 'a'), /larger than 1 MiB/],
  ])(
    'rules from a file %s are refused, and the ones before stay',
    async (_what, bytes, sentence) => {
      using bench = openBench();
      writeFileSync(join(bench.folder, 'rules.md'), '\ufeffBe kind.');
      await bench.out(['site', 'set', 'rules', 'rules.md']);
      writeFileSync(join(bench.folder, 'rules.md'), bytes);
      const { exitCode, err } = await bench.run(['site', 'set', 'rules', 'rules.md']);
      expect(exitCode).toBe(1);
      expect(err).toMatch(sentence);
      const list = JSON.parse(await bench.out(['site', 'list', '--json']));
      expect(list).toMatchObject([{ part: 'rules', text: 'Be kind.' }]);
    },
  );

  test.each<[string[], number, RegExp]>([
    [['set', 'name', 'x'], 2, /no part "name"\. The parts of a site are: site_name, /],
    [['set', 'site_accent', '#ffe000'], 1, /contrast of 1\.1:1/],
    [['set', 'rules', 'missing.md'], 1, /missing\.md cannot be read \(ENOENT\)/],
    [['reset', 'site_name'], 1, /was not set here/],
  ])('%j is refused', async (argv, exitCode, sentence) => {
    using bench = openBench();
    const outcome = await bench.run(['site', ...argv]);
    expect(outcome.exitCode).toBe(exitCode);
    expect(outcome.err).toMatch(sentence);
  });
});

describe('the notice', () => {
  test('is set, shown and removed', async () => {
    using bench = openBench();
    expect(await bench.out(['notice', 'show'])).toBe('There is no notice.\n');
    expect(JSON.parse(await bench.out(['notice', 'show', '--json']))).toEqual({ notice: null });
    await bench.out(['notice', 'set', 'Back soon', '--level', 'outage', '--until', '2h']);
    expect(await bench.out(['notice', 'show'])).toMatch(
      /^Back soon \(outage, until \d{4}-\d\d-\d\d \d\d:\d\d UTC\)\n$/,
    );
    expect(JSON.parse(await bench.out(['notice', 'show', '--json']))).toMatchObject({
      notice: { text: 'Back soon', level: 'outage', until: expect.any(String) },
    });
    await bench.out(['notice', 'remove']);
    expect((await bench.run(['notice', 'remove'])).err).toContain(siteAdminMessages.notice.gone);
  });

  test('of no such level is refused', async () => {
    using bench = openBench();
    const outcome = await bench.run(['notice', 'set', 'x', '--level', 'panic']);
    expect(outcome.exitCode).toBe(1);
    expect(outcome.err).toContain('There is no such level');
  });
});
