/** Faults of single fields in the words of the validators that are in use: JSON Schema (Ajv), Zod and its kin, Joi. */
import type { FieldError } from '@dragoman/model';
import { Failure, isJsonObject } from '@dragoman/model';

/** Most faults that are told at once. */
const mostFaults = 100;

/** A fault as a validator tells it; only what is known of it is looked at. */
export type Issue = object;

/** A failure that tells every fault at once: `throw invalidInput(result.error.issues)`. */
export function invalidInput(issues: readonly Issue[], status = 400): Failure {
  const fieldErrors = toFieldErrors(issues);
  const [only] = fieldErrors;
  const message =
    fieldErrors.length === 1 && only !== undefined
      ? `${only.field} ${only.detail}`
      : `The request has ${fieldErrors.length} problems.`;
  return new Failure('INVALID_INPUT', { message, fieldErrors, status });
}

/** The faults with the names of their fields; what is no fault is left out. */
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
  /** Zod 4 and Joi name what is allowed. */
  values?: unknown[];
  context?: { valids?: unknown[] };
  /** All of them. */
  message?: string;
  msg?: string;
  /** Errors that are ours, or written like ours. */
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

/** Ajv points to the object that lacks a member, or has one too many; the member itself is at fault. */
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

/** Valibot puts an object for each step. */
function partOf(part: unknown): string {
  return isJsonObject(part) && 'key' in part ? String(part.key) : String(part);
}

/** As people write it: `items[0].name`. */
function fieldName(path: readonly string[]): string {
  const text = path.map((part, at) => (/^\d+$/.test(part) ? `[${part}]` : at === 0 ? part : `.${part}`)).join('');
  return text === '' ? 'body' : text;
}
