// The page about the API: every path with its parameters and responses.
/** @jsxImportSource preact */

import { helpMessages } from '../messages/messages.ts';
import {
  type ApiDescription,
  type ApiField,
  type ApiSchema,
  describeType,
  groupOperations,
  listFields,
  type PlacedOperation,
} from './api-description.ts';
import { Page, renderDocument, type Site, siteName } from './layout.tsx';

/** Path of the OpenAPI document that the page shows. */
const DESCRIPTION_PATH = '/openapi.json';

const messages = helpMessages.apiDocs;

/** The page, as a document. */
export function renderApiDocsPage(site: Site, description: ApiDescription): string {
  const groups = [...groupOperations(description)];
  return renderDocument(
    <Page
      site={site}
      title={`${messages.title} · ${siteName(site)}`}
      preview={{ path: '/api/docs/' }}
    >
      <div class="stack">
        <h1>{messages.title}</h1>
        {messages.paragraphs.map((paragraph) => (
          <p class="reading" key={paragraph}>
            {paragraph}
          </p>
        ))}
        <p>
          {messages.description}
          <a href={DESCRIPTION_PATH}>{DESCRIPTION_PATH}</a>
        </p>
        <nav class="contents" aria-label={messages.contents}>
          <ul>
            {groups.map(([tag, operations]) => (
              <li key={tag}>
                <a class="button quiet" href={`#${anchorOf(tag)}`}>
                  {tag}, {messages.count(new Set(operations.map(({ path }) => path)).size)}
                </a>
              </li>
            ))}
          </ul>
        </nav>
        {groups.map(([tag, operations]) => (
          <section class="stack" key={tag} id={anchorOf(tag)}>
            <h2>{tag}</h2>
            {operations.map((placed) => (
              <Operation key={`${placed.method} ${placed.path}`} {...placed} />
            ))}
          </section>
        ))}
      </div>
    </Page>,
  );
}

function Operation({ method, path, operation }: PlacedOperation) {
  const title = `${method} ${path}`;
  const { summary, description, parameters = [], requestBody, responses = {} } = operation;
  const answers = Object.entries(responses).flatMap(([status, { content = {} }]) =>
    Object.entries(content).map(([type, { schema = {} }]) => ({ status, type, schema })),
  );
  const wordless = Object.entries(responses).filter(([, { content }]) => content === undefined);
  return (
    <article class="operation" id={anchorOf(title)}>
      <h3>
        <code>
          <span class={`method ${method.toLowerCase()}`}>{method}</span> {path}
        </code>
      </h3>
      {summary !== undefined && <p>{summary}.</p>}
      {description !== undefined && <p>{description}</p>}
      {parameters.length > 0 && (
        <Fields
          caption={messages.parameters}
          fields={parameters.map(({ name, in: place, required = false, schema = {} }) => ({
            name,
            place: isPlace(place) ? messages.places[place] : place,
            type: describeType(schema),
            isRequired: required,
            description: schema.description ?? '',
          }))}
        />
      )}
      {Object.values(requestBody?.content ?? {}).map(({ schema = {} }, index) => (
        <Fields key={index} caption={messages.form} fields={listFields(schema)} />
      ))}
      {wordless.length > 0 && (
        <ul>
          {wordless.map(([status, { description }]) => (
            <li key={status}>
              <b>{status}</b> {description}
            </li>
          ))}
        </ul>
      )}
      {answers.map(({ status, type, schema }) => (
        <Answer key={`${status} ${type}`} caption={messages.answer(type)} schema={schema} />
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
  const heads = [
    messages.name,
    ...(hasPlaces ? [messages.place] : []),
    messages.type,
    messages.required,
  ];
  return (
    <table class="plain-table fields">
      <caption>{caption}</caption>
      <thead>
        <tr>
          {[...heads, messages.meaning].map((head) => (
            <th key={head} scope="col">
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {fields.map(({ name, place, type, isRequired, description }) => (
          <tr key={name}>
            <th scope="row" class="field-name">
              <code>{name}</code>
            </th>
            {hasPlaces && <td>{place}</td>}
            <td class="field-type">{type}</td>
            <td>{isRequired ? messages.isRequired : messages.isOptional}</td>
            <td>{description}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function isPlace(place: string): place is keyof typeof messages.places {
  return Object.hasOwn(messages.places, place);
}

function anchorOf(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
}
