/** The error for an invalid configuration: all problems at once, each with its origin. */

/** One problem of the configuration. */
export interface ConfigProblem {
  /** Dotted key; for an unknown setting, the name as given. */
  key: string;
  /** `file <path>`, `environment <NAME>` or `flag --<name>`. */
  origin: string;
  message: string;
}

const mark = Symbol.for('dragoman.config-error');

/** Thrown before anything starts; the message has one line per problem. */
export class ConfigError extends Error {
  readonly [mark] = true;
  readonly problems: readonly ConfigProblem[];

  constructor(problems: readonly ConfigProblem[]) {
    super(problems.map((problem) => `${problem.key} (${problem.origin}): ${problem.message}`).join('\n'));
    this.name = 'ConfigError';
    this.problems = problems;
  }
}

/** True for a ConfigError, also one from another copy of this package. */
export function isConfigError(value: unknown): value is ConfigError {
  return typeof value === 'object' && value !== null && (value as Record<symbol, unknown>)[mark] === true;
}
