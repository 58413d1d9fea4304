// Reads values that a reload may replace while the service runs: derived values, and views of settings.

/**
 * Returns a function that answers what `make` makes of the value. It is made again when `read`
 * returns another value; values are compared by identity.
 */
export function createReloaded<Value, Made>(
  read: () => Value,
  make: (value: Value) => Made,
): () => Made {
  let seen = read();
  let made = make(seen);
  return () => {
    const value = read();
    if (value !== seen) {
      made = make(value);
      seen = value;
    }
    return made;
  };
}

/** What each property of a view shows: a property of its source, or the result of a function. */
type Shown<Source> = Readonly<Record<string, keyof Source | (() => unknown)>>;

/** The properties of a view with their types. */
type View<Source, Chosen extends Shown<Source>> = {
  readonly [Name in keyof Chosen]: Chosen[Name] extends () => infer Made
    ? Made
    : Chosen[Name] extends keyof Source
      ? Source[Chosen[Name]]
      : never;
};

/**
 * A view of some properties of `source`, such as `{ mode: 'registration' }` for `source.registration`
 * under the name `mode`. Each is read at every use, so the view follows a reload; a copy of the view
 * (`{ ...view }`) does not.
 */
export function createView<Source extends object, const Chosen extends Shown<Source>>(
  source: Source,
  shown: Chosen,
): View<Source, Chosen> {
  const properties = Object.entries(shown).map(([name, from]) => {
    const get = typeof from === 'function' ? from : () => source[from];
    return [name, { enumerable: true, get }];
  });
  return Object.defineProperties({}, Object.fromEntries(properties)) as View<Source, Chosen>;
}
