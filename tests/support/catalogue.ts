// Everything that the service says in a language: the groups that all files of sentences export, by their names, and what emails say.

import { join } from 'node:path';
import { emailKinds } from '../../src/app/facts.ts';
import { inLanguage, type Language } from '../../src/platform/messages/language.ts';

const root = join(import.meta.dir, '../..');

/** Throws when two modules call a group the same. */
export async function readCatalogue(language: Language): Promise<Record<string, object>> {
  const groups: Record<string, object> = {};
  for (const file of [...new Bun.Glob(`src/**/*.${language}.ts`).scanSync(root)].sort()) {
    const exported: Record<string, unknown> = await import(join(root, file));
    const found = file.endsWith(`/formats.${language}.ts`) ? { formats: exported } : exported;
    for (const [name, group] of Object.entries(found)) {
      if (typeof group !== 'object' || group === null) continue;
      if (Object.hasOwn(groups, name)) throw new Error(`${file} says ${name} once more.`);
      groups[name] = group;
    }
  }
  for (const [kind, { say }] of Object.entries(emailKinds)) {
    groups[`emails: ${kind}`] = inLanguage(language, () => copyOf(say));
  }
  return groups;
}

/** The sentences of the moment; read later, they would be those of another language. */
function copyOf(group: object): object {
  const read = Object.entries(group).map(([key, value]) => [
    key,
    typeof value === 'object' && !Array.isArray(value) ? copyOf(value) : value,
  ]);
  return Object.fromEntries(read);
}
