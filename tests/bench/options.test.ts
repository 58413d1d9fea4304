// The words that the benchmark takes.
import { describe, expect, test } from 'bun:test';
import { GROUPS, parseOptions } from '../../bench/harness/options.ts';

const parse = (...words: string[]) => parseOptions(words, '/project');

describe('the words of the benchmark', () => {
  test('without any, everything is measured with the binary of this project', () => {
    const options = parse();
    expect([...options.groups]).toEqual([...GROUPS]);
    expect(options.binary).toBe('/project/dist/muster');
    expect(options.page).toBeUndefined();
  });

  test('--quick takes fewer and shorter rounds', () => {
    const [quick, full] = [parse('--quick').pace, parse().pace];
    expect(quick.rounds * quick.roundSeconds).toBeLessThan(full.rounds * full.roundSeconds);
    expect(quick.starts).toBeLessThan(full.starts);
  });

  test('--write-docs names the page of the benchmark', () => {
    expect(parse('--write-docs').page).toBe('/project/docs/benchmark.md');
  });

  test('--binary takes a path from anywhere', () => {
    expect(parse('--binary', '/other/muster').binary).toBe('/other/muster');
  });

  test('--replicas takes how many, and has a page of its own', () => {
    expect(parse().replicas).toBeUndefined();
    const options = parse('--replicas', '3', '--write-docs');
    expect(options.replicas).toBe(3);
    expect(options.page).toBe('/project/docs/scaling.md');
  });

  test.each(['0', '9', '10', '-1', '1.5', 'three', ''])('not --replicas "%s"', (text) => {
    expect(() => parse(`--replicas=${text}`)).toThrow('a number from 1 to 8');
  });

  test.each([
    [['--only', 'list'], ['list']],
    [
      ['--only', 'flood, list'],
      ['flood', 'list'],
    ],
    [
      ['--only', 'list', '--only', 'heartbeat'],
      ['list', 'heartbeat'],
    ],
  ])('%p chooses %p', (words, groups) => {
    expect([...parse(...words).groups]).toEqual(groups as never);
  });

  test.each([
    ['an unknown group', ['--only', 'lists'], '"lists"'],
    ['an empty group', ['--only', ''], '""'],
    ['an unknown option', ['--fast'], '--fast'],
    ['a word without an option', ['list'], 'list'],
  ])('%s is refused by name', (_what, words, named) => {
    expect(() => parse(...words)).toThrow(named);
  });
});
