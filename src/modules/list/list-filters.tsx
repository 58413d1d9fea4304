// The form over the list: search and filters, which work without a script and are kept in the URL.
/** @jsxImportSource preact */

import { formats, labels } from '../../platform/messages/messages.ts';
import { accountPath } from '../../platform/messages/paths.ts';
import { countryName, languageName } from '../../platform/views/parts.tsx';
import { favouriteMessages } from '../favourites/messages.ts';
import {
  clearFilters,
  countFilters,
  formatListQuery,
  formatOrder,
  isNarrowed,
  LIST_ORDER,
  type ListQuery,
  ORDERS,
} from './list-query.ts';
import { listMessages } from './messages.ts';
import type { SearchChoices } from './search.ts';

const list = listMessages;
/** The origin of servers of this site. */
const HERE = 'here';

export function ListFilters(properties: {
  path: string;
  query: ListQuery;
  choices: SearchChoices;
  hasOthers: boolean;
  offersWeb: boolean;
  isOfAccount: boolean;
}) {
  const { path, query, choices, hasOthers, offersWeb, isOfAccount } = properties;
  const { sort, origin } = query;
  return (
    <search aria-label={list.filtersLabel}>
      <input
        type="checkbox"
        id="filters-shown"
        class="filters-shown hidden-label"
        aria-label={list.filtersShown}
      />
      <form class="filters" method="get" action={path}>
        <label class="search">
          <span class="hidden-label">{labels.searchServers}</span>
          <input
            type="search"
            name="q"
            value={query.search}
            placeholder={list.searchHint}
            maxLength={64}
            autocomplete="off"
            aria-keyshortcuts="/"
          />
        </label>
        <label
          class="button quiet filters-button"
          for="filters-shown"
          data-on={countFilters(query) > 0 || undefined}
        >
          {list.filters(countFilters(query))}
        </label>
        <div class="choice">
          <select name="sort" aria-label={list.order}>
            <option value={sort === undefined ? '' : LIST_ORDER}>{list.listOrder}</option>
            {ORDERS.map((order) => (
              <option
                key={order}
                value={order}
                selected={sort !== undefined && formatOrder(sort) === order}
              >
                {list.orders[order]}
              </option>
            ))}
          </select>
        </div>
        {isNarrowed(query) && (
          <a class="reset" href={`${path}${formatListQuery(clearFilters(query))}`}>
            {list.reset}
          </a>
        )}
        <div class="more-filters panel">
          <Switch name="empty" value="hide" isOn={query.hideEmpty} label={list.hideEmpty} />
          <Switch name="full" value="hide" isOn={query.hideFull} label={list.hideFull} />
          {offersWeb && <Switch name="web" value="1" isOn={query.webOnly} label={list.webOnly} />}
          {(hasOthers || origin !== '') && (
            <Switch
              name="origin"
              value={origin || HERE}
              isOn={origin !== ''}
              label={['', HERE].includes(origin) ? list.ownOnly : list.listedAt(origin)}
            />
          )}
          <label class="switch scripted-only">
            <input type="checkbox" data-live="favourites-only" />
            <span>{list.favouritesOnly}</span>
          </label>
          {isOfAccount && <a href={accountPath('favourites')}>{favouriteMessages.title}</a>}
          {listChoices(choices).map(([name, label, any, names, describe = asItIs]) => (
            <Choice
              key={name}
              name={name}
              label={label}
              any={any}
              chosen={query[name]}
              options={optionsOf(names, describe, query[name])}
            />
          ))}
        </div>
        <button class="button quiet" type="submit">
          {list.apply}
        </button>
      </form>
    </search>
  );
}

type Describe = (name: string) => readonly [value: string, label: string];

const asItIs: Describe = (name) => [name, name];

type ChoiceName = 'software' | 'country' | 'language' | 'tag';

/** The choices of a filter: the field, its label, the text for "all", the values, and the way to show a value. */
function listChoices({
  software,
  countries,
  languages,
  tags,
}: SearchChoices): [ChoiceName, string, string, readonly string[], Describe?][] {
  const { anySoftware, anyCountry, anyLanguage, anyTag } = list;
  return [
    ['software', labels.software, anySoftware, software, (name) => [name.toLowerCase(), name]],
    ['country', labels.country, anyCountry, countries, (code) => [code, countryName(code)]],
    ['language', labels.language, anyLanguage, languages, (code) => [code, languageName(code)]],
    ['tag', labels.tag, anyTag, tags],
  ];
}

/** One sorted option for each value, and one for the chosen value even when no server has it any more. */
function optionsOf(names: readonly string[], describe: Describe, chosen: string) {
  const labels = new Map((chosen === '' ? names : [chosen, ...names]).map(describe));
  return [...labels]
    .map(([value, label]) => ({ value, label }))
    .sort((a, b) => formats.compareTexts(a.label, b.label));
}

function Switch(properties: { name: string; value: string; isOn: boolean; label: string }) {
  const { name, value, isOn, label } = properties;
  return (
    <label class="switch">
      <input type="checkbox" name={name} value={value} checked={isOn} />
      <span>{label}</span>
    </label>
  );
}

function Choice(properties: {
  name: string;
  label: string;
  any: string;
  chosen: string;
  options: ReturnType<typeof optionsOf>;
}) {
  const { name, label, any, chosen, options } = properties;
  // No server has a value, so there is nothing to choose.
  if (options.length === 0 && (name === 'language' || name === 'tag')) return null;
  return (
    <label class="choice">
      <span class="hidden-label">{label}</span>
      <select name={name}>
        <option value="" selected={chosen === ''}>
          {any}
        </option>
        {options.map(({ value, label }) => (
          <option key={value} value={value} selected={value === chosen}>
            {label}
          </option>
        ))}
      </select>
    </label>
  );
}
