/** The server does not start, for a reason that the operator can mend. */

const mark = Symbol.for('dragoman.start-refused');

/** Thrown before the server listens; `message` says why and `help` what to do. */
export class StartRefused extends Error {
  readonly [mark] = true;
  readonly help: string;

  constructor(message: string, help: string) {
    super(message);
    this.name = 'StartRefused';
    this.help = help;
  }
}

/** True for a refusal to start of any copy of this package. */
export function isStartRefused(value: unknown): value is StartRefused {
  return typeof value === 'object' && value !== null && (value as Record<symbol, unknown>)[mark] === true;
}
