/** Reads query parameters with limits; values may be repeated or separated by commas. */
import type { FieldError } from '@dragoman/model';
import { countProblems, Failure } from '@dragoman/model';

/** Maximum number of parameters in one URL. */
export const maxParameters = 100;

/** Parameters of a URL by name, in the order of first appearance; repeated ones keep all their values. */
export function readParameters(url: Pick<URL, 'searchParams'>): Map<string, string[]> {
  const parameters = new Map<string, string[]>();
  let count = 0;
  for (const [name, value] of url.searchParams) {
    count += 1;
    if (count > maxParameters) throw invalidParameters([tooMany]);
    const values = parameters.get(name);
    if (values === undefined) parameters.set(name, [value]);
    else values.push(value);
  }
  return parameters;
}

const tooMany: FieldError = {
  field: '',
  code: 'request/parameters',
  detail: `there are more than ${maxParameters} parameters; use the POST form of the request`,
};

/** Splits repeated and comma-separated values into single ones. */
export function splitValues(values: readonly string[]): string[] {
  return values.flatMap((value) => value.split(',')).map((value) => value.trim());
}

/** A whole number written in decimal; undefined when it is anything else. */
export function wholeNumber(text: string): number | undefined {
  return /^\d{1,15}$/.test(text) ? Number(text) : undefined;
}

/** A flag: `true` or `false`, or present without a value; undefined when it is anything else. */
export function flag(text: string): boolean | undefined {
  const word = text.trim().toLowerCase();
  if (word === 'true' || word === '1' || word === '') return true;
  return word === 'false' || word === '0' ? false : undefined;
}

/** The failure that names every faulty parameter. */
export function invalidParameters(fieldErrors: readonly FieldError[]): Failure {
  const count = countProblems(fieldErrors.length);
  return new Failure('INVALID_INPUT', { message: `The request has ${count}.`, fieldErrors });
}
