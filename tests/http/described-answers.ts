// Holds answers against what /openapi.json says of them, and knows which ones were seen.

import { expect } from 'bun:test';
import Ajv, { type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import type { Answer } from '../support/test-app.ts';

interface Response {
  description?: string;
  headers?: Record<string, object>;
  content?: Record<string, { schema: object; example?: unknown }>;
}

export interface Operation {
  parameters?: { name: string; in: string; required: boolean; schema: object }[];
  requestBody?: { content: Record<string, { schema: object; example?: unknown }> };
  responses: Record<string, Response | { $ref: string }>;
  security?: readonly Record<string, readonly string[]>[];
}

export interface Description {
  paths: Record<string, Record<string, Operation>>;
  components: {
    schemas: Record<string, { examples?: unknown[] }>;
    responses: Record<string, Response>;
  };
}

const ID = 'https://muster.test/openapi.json';

export type AnswerCheck = ReturnType<typeof createAnswerCheck>;

export function createAnswerCheck(description: Description) {
  const ajv = new Ajv({ strict: false, allErrors: true });
  addFormats(ajv);
  ajv.addSchema(description, ID);
  /** `GET /api/servers 200` and so on: what was seen and matched. */
  const seen = new Set<string>();

  function compile(pointer: string[]): ValidateFunction {
    const path = pointer.map((key) =>
      encodeURIComponent(key.replaceAll('~', '~0').replaceAll('/', '~1')),
    );
    const found = ajv.getSchema(`${ID}#/${path.join('/')}`);
    if (found === undefined) throw new Error(`There is no schema at ${pointer.join(' > ')}.`);
    return found;
  }

  /** Where the response of a status stands, and what it says. */
  function findResponse(
    path: string,
    method: string,
    status: number,
  ): [pointer: string[], Response] {
    const declared = description.paths[path]?.[method]?.responses[status];
    if (declared === undefined) throw new Error(`${method} ${path} declares no ${status}.`);
    if (!('$ref' in declared)) return [['paths', path, method, 'responses', `${status}`], declared];
    const name = declared.$ref.split('/').at(-1) ?? '';
    const shared = description.components.responses[name];
    if (shared === undefined) throw new Error(`There is no response ${name}.`);
    return [['components', 'responses', name], shared];
  }

  return {
    seen,
    compile,
    /** Holds an answer against the description. */
    check(path: string, method: string, { status, headers, text, json }: Answer): void {
      const [pointer, response] = findResponse(path, method, status);
      seen.add(`${method.toUpperCase()} ${path} ${status}`);
      const type = headers.get('content-type')?.split(';')[0] ?? '';
      if (response.content === undefined) {
        expect([path, text]).toEqual([path, '']);
      } else {
        expect(Object.keys(response.content)).toContain(type);
        const validate = compile([...pointer, 'content', type, 'schema']);
        const body: unknown = type === 'application/json' ? json() : text;
        expect([path, validate(body), validate.errors]).toEqual([path, true, null]);
      }
      for (const name of Object.keys(response.headers ?? {})) {
        // Some headers are optional: a refusal may lack Retry-After, and an answer for a session has no ETag.
        const isForOne = headers.get('cache-control')?.startsWith('private') === true;
        if (name !== 'Retry-After' && !(name === 'ETag' && isForOne))
          expect([path, headers.has(name)]).toEqual([path, true]);
      }
    },
    /** The answers of some operations that were described and not seen. */
    listUnseen(isMeant: (operation: Operation) => boolean): string[] {
      return (
        Object.entries(description.paths)
          .flatMap(([path, methods]) =>
            Object.entries(methods).flatMap(([method, operation]) =>
              Object.keys(isMeant(operation) ? operation.responses : {}).map(
                (status) => `${method.toUpperCase()} ${path} ${status}`,
              ),
            ),
          )
          // The shape of a failure follows from the surface, and other tests have seen each surface fail.
          .filter((line) => !seen.has(line) && !/ (?:500|503)$/.test(line))
      );
    },
  };
}
