// The API for people who read: every path with what it takes and what it answers.
/** @jsxImportSource preact */

import {
  type ApiDescription,
  type ApiField,
  type ApiSchema,
  describeType,
  groupOperations,
  listFields,
  type PlacedOperation,
} from './api-description.ts';
import type { PlainPage } from './plain-page.tsx';
import { helpWords } from './words/help.ts';

/** Where the description stands that the page is made from. */
const DESCRIPTION_PATH = '/openapi.json';

const words = helpWords.apiDocs;

/** The page that shows this description. */
export function apiDocsPage(description: ApiDescription): PlainPage {
  const groups = [...groupOperations(description)];
  return {
    title: words.title,
    paragraphs: words.paragraphs,
    content: (
      <>
        <p>
          {words.description}
          <a href={DESCRIPTION_PATH}>{DESCRIPTION_PATH}</a>
        </p>
        <nav aria-label={words.contents}>
          <ul>
            {groups.map(([tag, operations]) => (
              <li key={tag}>
                <a href={`#${anchorOf(tag)}`}>{tag}</a>,{' '}
                {words.count(new Set(operations.map(({ path }) => path)).size)}
              </li>
            ))}
          </ul>
        </nav>
        {groups.map(([tag, operations]) => (
          <section key={tag} id={anchorOf(tag)}>
            <h2>{tag}</h2>
            {operations.map((placed) => (
              <Operation key={`${placed.method} ${placed.path}`} {...placed} />
            ))}
          </section>
        ))}
      </>
    ),
  };
}

function Operation({ method, path, operation }: PlacedOperation) {
  const title = `${method} ${path}`;
  const { summary, parameters = [], requestBody, responses = {} } = operation;
  const answers = Object.entries(responses).flatMap(([status, { content = {} }]) =>
    Object.entries(content).map(([type, { schema = {} }]) => ({ status, type, schema })),
  );
  return (
    <article id={anchorOf(title)}>
      <h3>
        <code>{title}</code>
      </h3>
      {summary !== undefined && <p>{summary}.</p>}
      {parameters.length > 0 && (
        <Fields
          caption={words.parameters}
          fields={parameters.map(({ name, in: place, required = false, schema = {} }) => ({
            name,
            place: isPlace(place) ? words.places[place] : place,
            type: describeType(schema),
            isRequired: required,
            description: schema.description ?? '',
          }))}
        />
      )}
      {Object.values(requestBody?.content ?? {}).map(({ schema = {} }, index) => (
        <Fields key={index} caption={words.form} fields={listFields(schema)} />
      ))}
      {answers.map(({ status, type, schema }) => (
        <Answer key={`${status} ${type}`} caption={words.answer(type)} schema={schema} />
      ))}
    </article>
  );
}

function Answer({ caption, schema }: { caption: string; schema: ApiSchema }) {
  const fields = listFields(schema);
  if (fields.length > 0) return <Fields caption={caption} fields={fields} />;
  return (
    <p>
      {caption}: {schema.description ?? describeType(schema)}
    </p>
  );
}

function Fields({
  caption,
  fields,
}: {
  caption: string;
  fields: (ApiField & { place?: string })[];
}) {
  const hasPlaces = fields.some(({ place }) => place !== undefined);
  const heads = [words.name, ...(hasPlaces ? [words.place] : []), words.type, words.required];
  return (
    <table>
      <caption>{caption}</caption>
      <thead>
        <tr>
          {[...heads, words.meaning].map((head) => (
            <th key={head} scope="col">
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {fields.map(({ name, place, type, isRequired, description }) => (
          <tr key={name}>
            <th scope="row">
              <code>{name}</code>
            </th>
            {hasPlaces && <td>{place}</td>}
            <td>{type}</td>
            <td>{isRequired ? words.yes : words.no}</td>
            <td>{description}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function isPlace(place: string): place is keyof typeof words.places {
  return Object.hasOwn(words.places, place);
}

function anchorOf(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
}
