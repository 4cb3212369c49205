/** Why a store cannot be opened: for the operator at start, never for a caller. */

/** Thrown when a store cannot be opened; `message` says what is wrong and `help` what to do about it. */
export class StoreOpenError extends Error {
  readonly help: string;

  constructor(message: string, help: string, cause?: unknown) {
    super(message, cause === undefined ? {} : { cause });
    this.name = 'StoreOpenError';
    this.help = help;
  }
}
