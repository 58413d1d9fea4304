// The error for a command line that asks for something impossible.

/** Wrong usage of the command line: told in one line, exit code 2. */
export class UsageError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'UsageError';
  }
}
