// Examples of an API operation in curl, JavaScript and Python, generated from its description.

import {
  type ApiDocument,
  dereference,
  type Endpoint,
  exampleOf,
  isReference,
  type Operation,
  type Value,
} from './api-document.ts';

type Pair = readonly [name: string, value: string];

/** The request of a program, and whether the answer is JSON. */
interface Example {
  method: string;
  url: string;
  headers: readonly Pair[];
  fields: readonly Pair[];
  isJson: boolean;
}

/** Examples with all required values, and those that have an example. None for a WebSocket. */
export function writeExamples(document: ApiDocument, { places, operation }: Endpoint) {
  const { parameters = [], responses } = operation;
  const [place] = places;
  if (place === undefined || '101' in responses) return undefined;
  let { path } = place;
  const query = new URLSearchParams();
  for (const parameter of parameters) {
    const value = writeValue(parameter.name, parameter);
    if (parameter.in === 'path')
      path = path.replace(`{${parameter.name}}`, encodeURIComponent(value));
    else if (parameter.required || 'example' in parameter) query.set(parameter.name, value);
  }
  const [answer = {}] = Object.values(responses);
  const types = isReference(answer) || !('content' in answer) ? {} : answer.content;
  const example = {
    method: place.method,
    url: `${document.servers[0]?.url}${path}${query.size === 0 ? '' : `?${query}`}`,
    headers: listHeaders(document, operation),
    fields: listFormFields(document, operation),
    isJson: Object.keys(types ?? {})[0] === 'application/json',
  };
  return {
    curl: writeCurl(example),
    javaScript: writeJavaScript(example),
    python: writePython(example),
  };
}

/** The example of a value, or its name in capitals. */
function writeValue(name: string, { schema, example }: Value): string {
  return `${example ?? schema.examples?.[0] ?? schema.enum?.[0] ?? name.toUpperCase()}`;
}

function listFormFields(document: ApiDocument, { requestBody }: Operation): Pair[] {
  const [body] = Object.values(requestBody?.content ?? {});
  if (body === undefined) return [];
  const { properties = {}, required = [] } = dereference(document, body.schema);
  const example = Object(exampleOf(document, body)) as Readonly<Record<string, unknown>>;
  return Object.entries(properties)
    .filter(([name]) => name in example || required.includes(name))
    .map(([name, schema]) => [name, writeValue(name, { schema, example: example[name] })]);
}

/** Headers for authentication, if the operation requires it. */
function listHeaders({ components }: ApiDocument, { security = [] }: Operation): Pair[] {
  const [way = {}] = security;
  return Object.keys(way).map((name) => {
    const { in: place, name: key = name, scheme } = components.securitySchemes[name] ?? {};
    const secret = name.toUpperCase();
    if (scheme !== undefined) return ['Authorization', `${scheme} ${secret}`];
    return place === 'cookie' ? ['Cookie', `${key}=${secret}`] : [key, secret];
  });
}

const quoteForShell = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`;

/** Quotes a text for both JavaScript and Python. */
const quote = (text: string) =>
  `'${JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`;

const writePairs = (pairs: readonly Pair[]) =>
  `{\n${pairs.map((pair) => `  ${pair.map(quote).join(': ')},\n`).join('')}}`;

function writeCurl({ method, url, headers, fields }: Example): string {
  return [
    `curl -X ${method} ${quoteForShell(url)}`.replace(/-X GET /, ''),
    ...headers.map((header) => `-H ${quoteForShell(header.join(': '))}`),
    ...fields.map((field) => `--data-urlencode ${quoteForShell(field.join('='))}`),
  ].join(' \\\n  ');
}

function writeJavaScript({ method, url, headers, fields, isJson }: Example): string {
  const options = [
    ...(method === 'GET' ? [] : [`method: ${quote(method)}`]),
    ...(headers.length === 0 ? [] : [`headers: ${writePairs(headers)}`]),
    ...(fields.length === 0 ? [] : [`body: new URLSearchParams(${writePairs(fields)})`]),
  ].join(', ');
  const given = options === '' ? `(${quote(url)})` : `(${quote(url)}, { ${options} })`;
  return `const answer = await fetch${given};\nconsole.log(await answer.${isJson ? 'json' : 'text'}());`;
}

function writePython({ method, url, headers, fields, isJson }: Example): string {
  const given = [
    quote(url),
    ...(headers.length === 0 ? [] : [`headers=${writePairs(headers)}`]),
    ...(fields.length === 0 ? [] : [`data=${writePairs(fields)}`]),
  ].join(', ');
  return `import requests\n\nanswer = requests.${method.toLowerCase()}(${given})\nprint(answer.${isJson ? 'json()' : 'text'})`;
}
