/** A configuration that cannot be used: every problem at once, each with where it came from. */

/** One problem of the configuration. */
export interface ConfigProblem {
  /** Dotted key, or the name as it was given when it is not known. */
  key: string;
  /** `file <path>`, `environment <NAME>` or `flag --<name>`. */
  origin: string;
  message: string;
}

const mark = Symbol.for('dragoman.config-error');

/** Thrown before anything is started; its message has one line for each problem. */
export class ConfigError extends Error {
  readonly [mark] = true;
  readonly problems: readonly ConfigProblem[];

  constructor(problems: readonly ConfigProblem[]) {
    super(problems.map((problem) => `${problem.key} (${problem.origin}): ${problem.message}`).join('\n'));
    this.name = 'ConfigError';
    this.problems = problems;
  }
}

/** True for a configuration error of any copy of this package. */
export function isConfigError(value: unknown): value is ConfigError {
  return typeof value === 'object' && value !== null && (value as Record<symbol, unknown>)[mark] === true;
}
