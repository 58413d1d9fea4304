// What package-lock.json installs says nothing against the versions of Node that we name, and leaves npm no question.

import { expect, test } from 'bun:test';
import { join } from 'node:path';
import packageFacts from '../package.json' with { type: 'json' };

interface LockedPackage {
  engines?: { node?: string };
  hasInstallScript?: boolean;
}

const lock = (await Bun.file(join(import.meta.dir, '../package-lock.json')).json()) as {
  packages: Record<string, LockedPackage>;
};
const packages = Object.entries(lock.packages);
const nameOf = (path: string) => path.slice(path.lastIndexOf('node_modules/') + 13);

test.each([packageFacts.engines.node.replace('>=', ''), '22.13.0', '24.0.0'])(
  'every package is for Node %s',
  (version) => {
    const others = packages.flatMap(([path, { engines }]) =>
      Bun.semver.satisfies(version, engines?.node ?? '*') ? [] : `${path}: ${engines?.node}`,
    );
    expect(packages.length).toBeGreaterThan(100);
    expect(others).toEqual([]);
  },
);

test('whether an install script may run is decided for each package that has one', () => {
  const names = packages.flatMap(([path, it]) => (it.hasInstallScript ? nameOf(path) : []));
  expect(names).toContain('bun');
  expect(names.filter((name) => !Object.hasOwn(packageFacts.allowScripts, name))).toEqual([]);
});
