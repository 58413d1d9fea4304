// Registration: who may register, how a form is checked, and which rows a good one writes.
//
// Nothing here looks up whether an address has an account. A new account only claims its address, as other accounts
// may; the one that proves the mailbox owns it. So every form writes the same rows, takes the name, lets the new
// password log in, and leads to the page that asks for the code. The recipients of emails are found later, outside of
// every request (see email-composer.ts): only the owner of the mailbox learns of it.

import { type Clock, MINUTE_MS } from '../../platform/lib/clock.ts';
import { checkTogether, Failure } from '../../platform/lib/failure.ts';
import { type BoundedPasswords, hashNoPassword } from '../../platform/lib/password-hashing.ts';
import { createSealedTexts } from '../../platform/lib/sealed-texts.ts';
import type { SharedStates } from '../../platform/lib/state-ports.ts';
import {
  type Account,
  blankAccount,
  describeObstacle,
  hashSkeleton,
  type InviteStore,
  type RegistrationCheckFields,
  type RegistrationRequest,
  type RegistrationRules,
  type RegistrationStore,
  readEmailAddress,
  refuseName,
  requireFreeName,
  requireGoodPassword,
} from '../account/index.ts';
import { accountFailures } from '../account/messages.ts';
import type { Mailer } from '../email/index.ts';
import { agreementOf, confirmNewAccount, requireAgreement } from '../profile/index.ts';
import { createEarlyPasswords } from './early-forms.ts';
import { hashInviteCode } from './invites.ts';
import type { RegistrationLimits } from './registration-limits.ts';

export interface SignUpForm extends RegistrationCheckFields {
  name: string;
  email: string;
  password: string;
  invite: string;
  agreedRules: string;
}

/** Who sends a form. The verification leads to `next`. */
interface Sender {
  sessionValue: string;
  address: string;
  next?: string;
}

/** A form whose password is `undefined` if the account gets none. */
type CheckedForm = Omit<SignUpForm, 'password'> & { password: string | undefined };

/** A form that was checked and counted. */
interface BegunForm {
  name: string;
  email: string;
  invite: string;
  rulesVersion: string | undefined;
  next: string;
}

interface SignUpParts {
  registration: RegistrationStore;
  invites: InviteStore;
  mailer: Mailer;
  clock: Clock;
  states: SharedStates;
  rules: RegistrationRules;
  rulesVersion(): string | undefined;
  isReservedName(name: string): boolean;
  passwords: BoundedPasswords;
  registrationLimits: RegistrationLimits;
}

export function createSignUp(parts: SignUpParts) {
  const { registrationLimits, clock, rules } = parts;
  const early = createEarlyPasswords(parts.states);
  const begun = createBegunRegistrations(parts.states);

  const { requireOpen, admit } = createAdmission(parts);
  async function create(
    { invite, next, ...form }: BegunForm,
    passwordHash: string,
    registration: Pick<RegistrationStore, 'register'> = parts.registration,
  ): Promise<Account> {
    const isVerified = rules.verification === 'automatic';
    const facts = { ...form, passwordHash, now: clock.now(), isVerified };
    const inviteHash = rules.registration === 'invite' ? hashInviteCode(invite) : undefined;
    const account = await registerAccount({ ...parts, registration }, facts, { inviteHash }, next);
    if (account === undefined) throw badInvite();
    return account;
  }

  return {
    get mode() {
      return rules.registration;
    },
    /** Whether the password of this form is kept, so that the form can be sent without one. */
    hasPassword: async (sessionValue: string, challenge: string) =>
      (await early.find(sessionValue, challenge)) !== undefined,
    /** Registers an account. The verification leads to `next`. Throws all faults of the form together. */
    async register(sent: SignUpForm, sender: Sender) {
      const { sessionValue, address } = sender;
      requireOpen();
      // Turns programs away before anything is looked up for them.
      await early.keepIfEarly(sessionValue, sent, () =>
        registrationLimits.check(sessionValue, sent),
      );
      const kept = sent.password === '' && (await early.find(sessionValue, sent.challenge));
      const password = kept || sent.password;
      const form = await admit({ ...sent, password }, sender);
      const account = await create(
        form,
        await parts.passwords.by({ from: { address } }).hash(password),
      );
      if (kept) await early.drop(sessionValue);
      return account;
    },

    /** The first step of a registration without a password: checks the form, and keeps it for this session. */
    async begin(sent: SignUpForm, sender: Sender): Promise<void> {
      requireOpen();
      registrationLimits.check(sender.sessionValue, sent);
      await begun.put(sender.sessionValue, await admit({ ...sent, password: undefined }, sender));
    },
    /** The form of the first step; `undefined` when it is gone. */
    findBegun: begun.find,
    /** The second step, in which `register` also stores what proves the account. `undefined` like `findBegun`. */
    async finish(
      { sessionValue, address }: Pick<Sender, 'sessionValue' | 'address'>,
      register: RegistrationStore['register'],
    ) {
      const form = await begun.find(sessionValue);
      if (form === undefined) return undefined;
      requireOpen();
      const passwordHash = await hashNoPassword(parts.passwords.by({ from: { address } }));
      const account = await create(form, passwordHash, { register });
      await begun.drop(sessionValue);
      return account;
    },
  };
}

export type SignUp = ReturnType<typeof createSignUp>;

/** Decides which forms register an account. */
function createAdmission(parts: SignUpParts) {
  const { registrationLimits, clock, rules } = parts;

  function requireOpen(): void {
    if (rules.registration !== 'closed') return;
    throw new Failure('invalid', accountFailures.registration.closed);
  }

  async function requireInvite(invite: string, now: number): Promise<void> {
    if (rules.registration !== 'invite') return;
    if (!(await parts.invites.isInviteGood(hashInviteCode(invite), now))) throw badInvite();
  }

  /** Checks a form and counts it. Throws all faults of the form together. */
  async function admit(
    sent: CheckedForm,
    { sessionValue, address, next = '' }: Sender,
  ): Promise<BegunForm> {
    const name = sent.name.trim();
    const rulesVersion = parts.rulesVersion();
    const seenAt = clock.now();
    const email = await requireGoodForm(parts, { ...sent, name }, rulesVersion, seenAt, () =>
      requireInvite(sent.invite, seenAt),
    );
    await registrationLimits.admit(sessionValue, sent, address);
    return { name, email, invite: sent.invite, rulesVersion, next };
  }

  return { requireOpen, admit };
}

/** Keeps the form of a registration without a password until its second step, for ten minutes. */
function createBegunRegistrations(states: SharedStates) {
  const kept = createSealedTexts(states, 'registrations without a password', {
    lifetimeMs: 10 * MINUTE_MS,
  });
  return {
    put: (sessionValue: string, form: BegunForm) => kept.put(sessionValue, [JSON.stringify(form)]),
    async find(sessionValue: string): Promise<BegunForm | undefined> {
      const [text] = (await kept.find(sessionValue)) ?? [];
      return text === undefined ? undefined : JSON.parse(text);
    },
    drop: kept.drop,
  };
}

/** Returns the email address of a form in its stored form. Throws all faults together as `invalid`. */
export async function requireGoodForm(
  parts: Parameters<typeof requireFreeName>[0] & { mailer: Mailer },
  form: Pick<CheckedForm, 'name' | 'email' | 'password' | 'agreedRules'>,
  rulesVersion: string | undefined,
  now: number,
  checkMore: () => Promise<void> = async () => {},
): Promise<string> {
  const { name, password, agreedRules } = form;
  await checkTogether([
    () => requireFreeName(parts, name, now),
    () => readEmailAddress(form.email, parts.mailer),
    () =>
      password === undefined || requireGoodPassword(password, { name, email: form.email.trim() }),
    checkMore,
    () => requireAgreement(rulesVersion, agreedRules),
  ]);
  return readEmailAddress(form.email);
}

/** `undefined` when the invite or the link is no longer valid. Throws `invalid` when the name is taken by now. */
export async function registerAccount(
  { registration, mailer }: { registration: Pick<RegistrationStore, 'register'>; mailer: Mailer },
  facts: Parameters<typeof blankAccount>[0] & { rulesVersion: string | undefined },
  permit: Pick<RegistrationRequest, 'inviteHash' | 'isFirstAdministrator'>,
  next?: string,
): Promise<Account | undefined> {
  const { name, now, rulesVersion } = facts;
  const account = { ...blankAccount(facts), ...agreementOf(rulesVersion, now) };
  const outcome = await registration.register({
    account,
    skeletonHash: hashSkeleton(name),
    now,
    ...permit,
    change: mailer.isOpen ? confirmNewAccount(account, now, next) : {},
  });
  if (outcome.outcome === 'name') throw refuseName(describeObstacle(name, outcome.obstacle, now));
  return outcome.outcome === 'registered' ? outcome.account : undefined;
}

function badInvite(): Failure {
  return new Failure('invalid', accountFailures.registration.inviteWrong, { field: 'invite' });
}
