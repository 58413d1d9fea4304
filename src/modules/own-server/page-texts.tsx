// The fields of the texts on the page of a claimed server.

import type { PageForm } from '../../platform/http/page-form.ts';
import { findCountryName } from '../../platform/lib/country-name.ts';
import { sha256Hex } from '../../platform/lib/digest.ts';
import { Failure } from '../../platform/lib/failure.ts';
import { currentLanguage } from '../../platform/messages/language.ts';
import {
  countryOptions,
  type FieldOf,
  languageOptions,
} from '../../platform/views/form-fields.tsx';
import {
  CLAIM_FIELD_NAMES,
  type Claim,
  type ClaimFieldName,
  claimField,
  formatClaimText,
} from '../claims/index.ts';
import { claimFailures, operatorMessages } from '../claims/messages.ts';

const messages = operatorMessages.own;

/** The prefix of the tag boxes' names. */
export const TICK = 'tags-';
export const listTicks = ({ names }: PageForm) => names.filter((name) => name.startsWith(TICK));

interface TextsFacts {
  claim: Claim;
  country: string | undefined;
  /** The tags to choose from. */
  offered?: readonly string[];
}

/** The choices of a field by its kind. */
const CHOICES: Partial<
  Record<ReturnType<typeof claimField>['kind'], (facts: TextsFacts) => Partial<FieldOf>>
> = {
  tags({ claim, offered = [] }) {
    const old = claim.tags.filter((tag) => !offered.includes(tag));
    return {
      options: [
        ...offered.map((tag) => ({ value: tag, label: tag })),
        ...old.map((tag) => ({ value: tag, label: messages.oldTag(tag) })),
      ],
      chosen: claim.tags,
    };
  },
  country({ country }) {
    const label = messages.countryOf(findCountryName(country ?? '', currentLanguage()));
    return { options: [{ value: '', label }, ...countryOptions()] };
  },
  language: () => ({ options: [{ value: '', label: messages.noLanguage }, ...languageOptions()] }),
};

export function textField(name: ClaimFieldName, facts: TextsFacts): FieldOf {
  const { kind, label, hint, area } = claimField(name);
  const value = formatClaimText(facts.claim[name]);
  return { name, label: label(), hint: hint?.(), value, ...area, ...CHOICES[kind]?.(facts) };
}

/** What a form shows: it differs after each change of a text. */
export const versionOf = (claim: Claim): string =>
  sha256Hex(JSON.stringify(CLAIM_FIELD_NAMES.map((name) => claim[name]))).slice(0, 16);

/** Throws `conflict` if another manager changed a text since the form was shown. */
export function requireSeen(form: PageForm, claim: Claim | undefined): void {
  const seen = form.field('seen');
  if (seen === '' || claim === undefined || seen === versionOf(claim)) return;
  throw new Failure('conflict', claimFailures.changed);
}

/** The typed values, shown again with the offered choices. */
export const keepTexts = (form: PageForm) =>
  Object.fromEntries(
    CLAIM_FIELD_NAMES.map((name) => {
      const { correct = (text) => text } = claimField(name);
      return [name, correct(form.field(name))];
    }),
  );
