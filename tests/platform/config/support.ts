// Settings as they are loaded from flags, variables and files that a test makes up.

import { configuration } from '../../../src/app/configuration.ts';
import { type ReviewedSettings, reviewSettings } from '../../../src/platform/config/load.ts';
import type { SettingsSources } from '../../../src/platform/config/source-precedence.ts';

const CWD = '/srv/play';

/** Sources in a folder without files, unless some are given by their paths; every file that is named can be read. */
export function sources(
  given: Partial<SettingsSources> & { files?: Record<string, string> } = {},
): SettingsSources {
  return {
    flags: {},
    env: {},
    cwd: CWD,
    readFile: (path) => {
      const text = given.files?.[path];
      if (text === undefined) throw Object.assign(new Error('none'), { code: 'ENOENT' });
      return text;
    },
    isReadableFile: () => true,
    ...given,
  };
}

export const review = (given?: Parameters<typeof sources>[0]): ReviewedSettings =>
  reviewSettings(configuration, sources(given));

export const problemsOf = (given?: Parameters<typeof sources>[0]): readonly string[] =>
  review(given).problems;
