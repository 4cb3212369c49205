/** Builds the operation's input from the values of a call, and reports texts that are not what their input expects. */
import { parseJson, readablePath } from '@dragoman/documents';
import type { InputFault, JsonObject, JsonValue } from '@dragoman/model';
import { isFailure, isJsonObject } from '@dragoman/model';
import type { InputPlan, PlannedInput } from './planned-input.js';

/** The input of the operation; faults when it could not be built. */
export interface FilledInput {
  input: JsonValue;
  faults: InputFault[];
}

/** Limits of one JSON text; its size is limited by that of the request. */
const limits = { depth: 64, values: 100_000 };
const decimal = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

/** Builds the input; the values must have passed the signature. */
export function fillInputs(plan: InputPlan, given: ReadonlyMap<string, JsonValue>): FilledInput {
  const faults: InputFault[] = [];
  const read = plan.inputs.flatMap((planned) => {
    const value = given.get(planned.input.name);
    if (value === undefined || value === null) return [];
    const real = readValue(planned, value, faults);
    return real === undefined ? [] : [{ planned, value: real }];
  });
  if (faults.length > 0) return { input: {}, faults };
  const whole = read.find(({ planned }) => planned.path.length === 0 && planned.form !== 'others');
  if (whole !== undefined) return { input: whole.value, faults };
  const others = read.find(({ planned }) => planned.form === 'others')?.value;
  const input: JsonObject = isJsonObject(others) ? others : {};
  for (const { planned, value } of read) {
    if (planned.form !== 'others' && !place(input, planned.path, value)) faults.push(twice(planned));
  }
  for (const shell of plan.shells) place(input, shell, {});
  return { input, faults };
}

/** The operation's value; undefined after a fault. */
function readValue({ input: { name }, form, values }: PlannedInput, value: JsonValue, faults: InputFault[]) {
  if (form === 'plain') return values?.has(String(value)) ? values.get(String(value)) : value;
  const text = String(value).trim();
  if (form === 'number') {
    if (text === 'null') return null;
    if (decimal.test(text) && Number.isFinite(Number(text))) return Number(text);
    faults.push(fault(name, 'wrong_type', `Give '${name}' as the text of a decimal number, such as 12.5.`));
    return undefined;
  }
  const parsed = parseText(name, text, faults);
  if (form !== 'others' || parsed === undefined || isJsonObject(parsed)) return parsed;
  faults.push(fault(name, 'wrong_type', `Give '${name}' as JSON text of an object, such as {"member": null}.`));
  return undefined;
}

function parseText(name: string, text: string, faults: InputFault[]): JsonValue | undefined {
  try {
    return parseJson(new TextEncoder().encode(text), limits, `The text of '${name}'`);
  } catch (thrown) {
    if (!isFailure(thrown)) throw thrown;
    const [inner] = thrown.fieldErrors ?? [];
    const at = inner === undefined || inner.field === '' ? '' : ` (at ${inner.field})`;
    faults.push(fault(name, 'malformed', `${thrown.message}${at}`));
    return undefined;
  }
}

/** Sets a value that is not there yet; an object that is there already stays. False when another value is there. */
function place(start: JsonObject, path: readonly string[], value: JsonValue): boolean {
  let object = start;
  for (const member of path.slice(0, -1)) {
    const inner = Object.hasOwn(object, member) ? object[member] : undefined;
    if (inner !== undefined && !isJsonObject(inner)) return false;
    const next: JsonObject = inner ?? {};
    if (inner === undefined) define(object, member, next);
    object = next;
  }
  const last = path.at(-1) ?? '';
  if (Object.hasOwn(object, last)) return false;
  define(object, last, value);
  return true;
}

/** Defines a member, including one named `__proto__`. */
function define(object: JsonObject, member: string, value: JsonValue): void {
  if (member !== '__proto__') object[member] = value;
  else Object.defineProperty(object, member, { value, enumerable: true, configurable: true, writable: true });
}

function twice({ input: { name }, path }: PlannedInput): InputFault {
  const message = `Give '${name}' only once: the JSON text of the other inputs has '${readablePath(path)}' too.`;
  return fault(name, 'given_twice', message);
}

function fault(parameter: string, problem: InputFault['problem'], message: string): InputFault {
  return { parameter, problem, message };
}
