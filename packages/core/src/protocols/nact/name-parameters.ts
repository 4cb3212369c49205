/** Errors of the operation's own schema, reported by the tool input that holds the value and the place inside it. */
import { parsePointer, readablePath } from '@dragoman/documents';
import type { FieldError } from '@dragoman/model';
import { changeFailure, isFailure } from '@dragoman/model';
import type { PlannedInput } from './projection/planned-input.js';
import type { ToolContract } from './write.js';

/** The same failure with the names of tool inputs; anything but an invalid input is returned unchanged. */
export function nameParameters(thrown: unknown, { inputs }: ToolContract): unknown {
  if (!isFailure(thrown) || thrown.code !== 'INVALID_INPUT') return thrown;
  const fieldErrors = thrown.fieldErrors.map((error) => nameParameter(error, inputs.inputs));
  const [only, second] = fieldErrors;
  const message =
    only?.parameter !== undefined && second === undefined ? `'${only.parameter}': ${only.detail}.` : undefined;
  return changeFailure(thrown, {
    fieldErrors,
    ...(message === undefined ? {} : { message: message.replace(/\.\.$/, '.') }),
  });
}

function nameParameter(error: FieldError, inputs: readonly PlannedInput[]): FieldError {
  if (error.parameter !== undefined || error.pointer === undefined) return error;
  const tokens = parsePointer(error.pointer) ?? [];
  const [holder] = inputs
    .filter(({ path }) => path.every((member, at) => tokens[at] === member))
    .sort((one, other) => other.path.length - one.path.length);
  if (holder === undefined) return error;
  const place = readablePath(tokens.slice(holder.path.length).map(toIndex));
  const detail = place === '' ? error.detail : `${place} ${error.detail}`;
  return { ...error, detail, parameter: holder.input.name.slice(0, 255) };
}

function toIndex(token: string): string | number {
  return /^\d+$/.test(token) ? Number(token) : token;
}
