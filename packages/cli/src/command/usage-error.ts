/** The error for a command line that cannot be understood. */

/** A command line that cannot be understood; exit code 2. */
export class UsageError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'UsageError';
  }
}
