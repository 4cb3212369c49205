/** The error for a startup problem that the operator can fix. */

const mark = Symbol.for('dragoman.start-refused');

/** Thrown before the server listens; `message` states the reason and `help` the fix. */
export class StartRefused extends Error {
  readonly [mark] = true;
  readonly help: string;

  constructor(message: string, help: string) {
    super(message);
    this.name = 'StartRefused';
    this.help = help;
  }
}

/** True for a StartRefused error, also one from another copy of this package. */
export function isStartRefused(value: unknown): value is StartRefused {
  return typeof value === 'object' && value !== null && (value as Record<symbol, unknown>)[mark] === true;
}
