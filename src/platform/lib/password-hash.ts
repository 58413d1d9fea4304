// Hashes passwords with argon2id.

export interface HashCost {
  memoryKib: number;
  iterations: number;
}

// OWASP's recommendation for argon2id: about 30 ms and 19 MiB per hash, a fifth of the runtime's default.
const USUAL_COST: HashCost = { memoryKib: 19_456, iterations: 2 };

/** Slow password hashing. A request path must limit how many hashes run at once. */
export interface PasswordHasher {
  hash(password: string): Promise<string>;
  /** False for a malformed hash or one of another algorithm. Never throws. */
  verify(password: string, passwordHash: string): Promise<boolean>;
  /** Whether the hash was made at a different cost than new hashes. */
  isOutdated(passwordHash: string): boolean;
}

/** Creates a hasher. Hashes are PHC strings of argon2id; a stored hash is verified at its own cost. */
export function createPasswordHasher(cost: HashCost = USUAL_COST): PasswordHasher {
  const current = `$argon2id$v=19$m=${cost.memoryKib},t=${cost.iterations},p=1$`;
  return {
    hash: (password) =>
      Bun.password.hash(password, {
        algorithm: 'argon2id',
        memoryCost: cost.memoryKib,
        timeCost: cost.iterations,
      }),
    async verify(password, passwordHash) {
      try {
        return await Bun.password.verify(password, passwordHash, 'argon2id');
      } catch {
        return false;
      }
    },
    isOutdated: (passwordHash) => !passwordHash.startsWith(current),
  };
}
