// The form over the list: search and filters, which work without a script and are kept in the URL.
/** @jsxImportSource preact */

import { accountMessages, formats, messages } from '../../messages/messages.ts';
import { accountPath } from '../../messages/paths.ts';
import type { SearchChoices } from '../../servers/servers.ts';
import { RANKING_PATH } from '../layout.tsx';
import { countryName, languageName } from '../parts.tsx';
import {
  countFilters,
  formatListQuery,
  formatOrder,
  isNarrowed,
  LIST_ORDER,
  type ListQuery,
  ORDERS,
} from './list-query.ts';

const { list } = messages;
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
  const { software, countries } = choices;
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
          <span class="hidden-label">{list.searchLabel}</span>
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
        <label class="button quiet filters-button" for="filters-shown">
          {list.filters(countFilters(query))}
        </label>
        <div class="more-filters">
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
          {isOfAccount && <a href={accountPath('favourites')}>{accountMessages.home.favourites}</a>}
          <div class="choices">
            <Choice
              name="software"
              label={list.columns.software}
              any={list.anySoftware}
              chosen={query.software}
              options={optionsOf(software, (name) => [name.toLowerCase(), name], query.software)}
            />
            <Choice
              name="country"
              label={list.columns.country}
              any={list.anyCountry}
              chosen={query.country}
              options={optionsOf(countries, (code) => [code, countryName(code)], query.country)}
            />
            {/* Where no server has one there is nothing to choose. */}
            {choices.languages.length + query.language.length > 0 && (
              <Choice
                name="language"
                label={list.columns.language}
                any={list.anyLanguage}
                chosen={query.language}
                options={optionsOf(
                  choices.languages,
                  (code) => [code, languageName(code)],
                  query.language,
                )}
              />
            )}
            {choices.tags.length + query.tag.length > 0 && (
              <Choice
                name="tag"
                label={list.tag}
                any={list.anyTag}
                chosen={query.tag}
                options={optionsOf(choices.tags, (tag) => [tag, tag], query.tag)}
              />
            )}
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
            <a class="icon-button" href={RANKING_PATH} aria-label={messages.ranking.title}>
              ?
            </a>
          </div>
        </div>
        <button class="button quiet" type="submit">
          {list.apply}
        </button>
        {isNarrowed(query) && (
          <a class="reset" href={`${path}${formatListQuery(clearFilters(query))}`}>
            {list.reset}
          </a>
        )}
      </form>
    </search>
  );
}

/** One option for each, sorted, and one for what the query names even where the list has it no longer. */
function optionsOf(
  names: readonly string[],
  describe: (name: string) => readonly [value: string, label: string],
  chosen: string,
) {
  const labels = new Map((chosen === '' ? names : [chosen, ...names]).map(describe));
  return [...labels]
    .map(([value, label]) => ({ value, label }))
    .sort((a, b) => formats.compareTexts(a.label, b.label));
}

export function clearFilters({ sort }: ListQuery): ListQuery {
  const none = { search: '', hideEmpty: false, hideFull: false, webOnly: false, after: '' };
  return { ...none, software: '', country: '', tag: '', language: '', origin: '', sort };
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
