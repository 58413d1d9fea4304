// Answers requests whose path is known but whose method is not: 405 with Allow, and OPTIONS.

/** A route as the framework lists it. */
interface KnownRoute {
  method: string;
  path: string;
}

/** The methods of each path. */
export interface MethodTable {
  /** The methods of a path, GET bringing HEAD along (C1.6); empty for an unknown path. */
  findMethods(path: string): string[];
}

/** A table of all routes; parameters match one segment, a trailing slash makes no difference. */
export function createMethodTable(routes: readonly KnownRoute[]): MethodTable {
  const methodsByPattern = new Map<string, Set<string>>();
  for (const { method, path } of routes) {
    const pattern = `^${path
      .replace(/\/$/, '')
      .replace(/\./g, '\\.')
      .replace(/:[^/]+/g, '[^/]+')}/?$`;
    const methods = methodsByPattern.get(pattern) ?? new Set<string>();
    methodsByPattern.set(pattern, methods.add(method.toUpperCase()));
    if (method.toUpperCase() === 'GET') methods.add('HEAD');
  }
  const table = [...methodsByPattern].map(([pattern, methods]) => ({
    pattern: new RegExp(pattern),
    methods: [...methods],
  }));
  return {
    findMethods(path) {
      const found = table
        .filter(({ pattern }) => pattern.test(path))
        .flatMap(({ methods }) => methods);
      return found.length === 0 ? [] : [...new Set([...found, 'OPTIONS'])].sort();
    },
  };
}
