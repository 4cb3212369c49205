/** Field errors of common validators: JSON Schema (Ajv), Zod and similar, Joi. */
import type { FieldError } from '@dragoman/model';
import { Failure, isJsonObject } from '@dragoman/model';

/** Maximum number of reported errors. */
const mostFaults = 100;

/** A validator's error; only known members are read. */
export type Issue = object;

/** A failure with all errors: `throw invalidInput(result.error.issues)`. */
export function invalidInput(issues: readonly Issue[], status = 400): Failure {
  const fieldErrors = toFieldErrors(issues);
  const [only] = fieldErrors;
  const message =
    fieldErrors.length === 1 && only !== undefined
      ? `${only.field} ${only.detail}`
      : `The request has ${fieldErrors.length} problems.`;
  return new Failure('INVALID_INPUT', { message, fieldErrors, status });
}

/** The errors with their field names; anything else is omitted. */
export function toFieldErrors(issues: readonly unknown[], within: readonly string[] = []): FieldError[] {
  return issues
    .filter((issue): issue is Issue => typeof issue === 'object' && issue !== null)
    .slice(0, mostFaults)
    .map((issue) => toFieldError(issue as KnownIssue, within));
}

interface KnownIssue {
  /** Ajv. */
  instancePath?: string;
  keyword?: string;
  params?: { missingProperty?: string; additionalProperty?: string; allowedValues?: unknown[] };
  /** Zod, Valibot and Joi. */
  path?: readonly unknown[] | string;
  code?: string;
  type?: string;
  /** Zod 4 and Joi list the allowed values. */
  values?: unknown[];
  context?: { valids?: unknown[] };
  /** All of them. */
  message?: string;
  msg?: string;
  /** Our own errors, or those in our format. */
  field?: string;
  detail?: string;
}

function toFieldError(issue: KnownIssue, within: readonly string[]): FieldError {
  const path = [...within, ...pathOf(issue)];
  const said = String(issue.detail ?? issue.message ?? issue.msg ?? 'is not valid').slice(0, 500);
  const allowed = issue.params?.allowedValues ?? issue.values ?? issue.context?.valids;
  const names = Array.isArray(allowed) ? allowed.slice(0, 50).map(String).join(', ') : '';
  const detail = names === '' || said.includes(names) ? said : `${said}: ${names}`;
  const pointer = path.map((part) => `/${part.replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
  return {
    field: fieldName(path),
    pointer,
    code: String(issue.keyword ?? issue.code ?? issue.type ?? 'invalid'),
    detail,
  };
}

/** Ajv points to the object with a missing or unknown member; the error is at the member. */
function pathOf({ instancePath, params, path, field }: KnownIssue): string[] {
  if (field !== undefined) return String(field).split('.');
  if (instancePath === undefined) return (typeof path === 'string' ? path.split('.') : (path ?? [])).map(partOf);
  const parts = instancePath
    .split('/')
    .slice(1)
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'));
  const member = params?.missingProperty ?? params?.additionalProperty;
  return member === undefined ? parts : [...parts, member];
}

/** Valibot uses an object for each path segment. */
function partOf(part: unknown): string {
  return isJsonObject(part) && 'key' in part ? String(part.key) : String(part);
}

/** In readable form: `items[0].name`. */
function fieldName(path: readonly string[]): string {
  const text = path.map((part, at) => (/^\d+$/.test(part) ? `[${part}]` : at === 0 ? part : `.${part}`)).join('');
  return text === '' ? 'body' : text;
}
