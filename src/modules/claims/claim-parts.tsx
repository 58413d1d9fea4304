// Parts of the pages on which operators claim and manage servers: links, the steps to set a server up, and codes.
/** @jsxImportSource preact */

import type { ComponentChildren } from 'preact';
import { formats, labels } from '../../platform/messages/messages.ts';
import {
  ButtonLink,
  CodeBlock,
  Country,
  Items,
  languageName,
} from '../../platform/views/parts.tsx';
import { type Fact, typedText } from '../../platform/views/staff-parts.tsx';
import { CLAIM_FIELD_NAMES, type ClaimTexts, claimField, formatClaimText } from './claim-fields.ts';
import { operatorPaths } from './claim-paths.ts';
import type { Claim } from './claim-ports.ts';
import { operatorMessages } from './messages.ts';

/** How often the script checks whether the page has changed. */
export const WATCH_SECONDS = 5;

/** The links that an operator set. This site does not vouch for them. */
export function ClaimLinks(properties: {
  links: readonly string[];
  nameOf?(link: string): string;
}) {
  const { links, nameOf = (link) => link } = properties;
  return (
    <ul class="about-links" aria-label={labels.links}>
      {links.map((link) => (
        <li key={link}>
          <a href={link} rel="nofollow ugc noopener noreferrer">
            {nameOf(link)}
          </a>
        </li>
      ))}
    </ul>
  );
}

/** Shows the value of a filled field, by the kind of the field. A list has one item a line. */
const SHOWN: Record<ReturnType<typeof claimField>['kind'], (text: string) => ComponentChildren> = {
  text: typedText,
  links: (text) => <ClaimLinks links={text.split('\n')} />,
  tags: (text) => <bdi>{text.replaceAll('\n', ', ')}</bdi>,
  country: (text) => <Country code={text} />,
  language: languageName,
};

/** All the operator's texts, for moderators. */
export const claimFacts = (claim: ClaimTexts): Fact[] =>
  CLAIM_FIELD_NAMES.map((name) => {
    const { kind, label } = claimField(name);
    const text = formatClaimText(claim[name]);
    return [label(), text === '' ? null : SHOWN[kind](text)];
  });

export const OWN_STEPS = ['description', 'country', 'links', 'badge'] as const;

/** A step in which the owner sets up the server's page. */
export type OwnStep = (typeof OWN_STEPS)[number];

export const stepPath = (hash: string, step: OwnStep) => `${operatorPaths.own(hash)}?step=${step}`;

/** The steps from a server's first heartbeat to its badge, and which are done. `claim` is the reader's. */
export function AdoptionSteps(facts: {
  hash: string;
  isOnline: boolean;
  claim: Claim | undefined;
  at: 'claim' | OwnStep;
}) {
  const { hash, isOnline, claim, at } = facts;
  const { label, names, done } = operatorMessages.adoption;
  const isDone: Partial<Record<keyof typeof names, boolean>> = {
    arrived: isOnline,
    claim: claim !== undefined,
    description: claim !== undefined && claim.description !== '',
    country: claim !== undefined && claim.country !== null,
    links: claim !== undefined && claim.links.length > 0,
  };
  return (
    <ol class="adoption" aria-label={label}>
      {(['arrived', 'claim', ...OWN_STEPS] as const).map((step) => (
        <li
          key={step}
          class={isDone[step] ? 'done' : undefined}
          aria-current={step === at ? 'step' : undefined}
        >
          {claim !== undefined && step !== at && step !== 'arrived' && step !== 'claim' ? (
            <a href={stepPath(hash, step)}>{names[step]}</a>
          ) : (
            names[step]
          )}
          {isDone[step] && <span class="hidden-label"> ({done})</span>}
        </li>
      ))}
    </ol>
  );
}

/** Shows a code or its line: how long it is valid, what to do with it, and where to see whether it arrived. */
export function CodeSteps(facts: {
  text: string;
  expiresAt: number;
  steps: readonly string[];
  path: string;
  children?: ComponentChildren;
}) {
  return (
    <>
      <CodeBlock text={facts.text} />
      <p>{operatorMessages.until(formats.formatMomentExact(facts.expiresAt))}</p>
      <ol>
        <Items texts={facts.steps} />
      </ol>
      {facts.children}
      <p class="scripted-only" role="status">
        {operatorMessages.claim.waiting}
      </p>
      <p class="unscripted-only">
        <ButtonLink href={facts.path} label={operatorMessages.claim.reload} />
      </p>
    </>
  );
}
