// The form over the list: search and filters, which work without a script and are kept in the URL.
/** @jsxImportSource preact */

import { countryName } from '../country.tsx';
import { messages } from '../messages.ts';
import { formatListQuery, isNarrowed, type ListQuery } from './list-query.ts';

const { list } = messages;

const collator = new Intl.Collator('en', { sensitivity: 'base', numeric: true });

/** An option of a filter. */
interface FilterOption {
  value: string;
  label: string;
}

/** The form; the order is a hidden field in it. `software` and `countries` are all that the list has. */
export function ListFilters(properties: {
  path: string;
  query: ListQuery;
  software: readonly string[];
  countries: readonly string[];
  /** Whether any server can be played in the browser here. */
  offersWeb: boolean;
  /** Whether there are no servers to search. */
  isHidden: boolean;
}) {
  const { path, query, software, countries, offersWeb, isHidden } = properties;
  const { sort } = query;
  return (
    <search aria-label={list.filtersLabel} hidden={isHidden}>
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
          />
        </label>
        <Switch name="empty" value="hide" isOn={query.hideEmpty} label={list.hideEmpty} />
        <Switch name="full" value="hide" isOn={query.hideFull} label={list.hideFull} />
        {offersWeb && <Switch name="web" value="1" isOn={query.webOnly} label={list.webOnly} />}
        <Choice
          name="software"
          label={list.software}
          any={list.anySoftware}
          chosen={query.software}
          options={optionsOf(software, (name) => [name.toLowerCase(), name], query.software)}
        />
        <Choice
          name="country"
          label={list.country}
          any={list.anyCountry}
          chosen={query.country}
          options={optionsOf(countries, (code) => [code, countryName(code)], query.country)}
        />
        {sort !== undefined && <input type="hidden" name="sort" value={sort.column} />}
        {sort !== undefined && <input type="hidden" name="dir" value={sort.direction} />}
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
): FilterOption[] {
  const labels = new Map((chosen === '' ? names : [chosen, ...names]).map(describe));
  return [...labels]
    .map(([value, label]) => ({ value, label }))
    .sort((a, b) => collator.compare(a.label, b.label));
}

/** The query without anything but its order. */
export function clearFilters({ sort }: ListQuery): ListQuery {
  return {
    search: '',
    hideEmpty: false,
    hideFull: false,
    webOnly: false,
    software: '',
    country: '',
    sort,
  };
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
  options: readonly FilterOption[];
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
