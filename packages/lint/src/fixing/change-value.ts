/** The expected value of a document after a safe edit, to verify the edited text. */
import { parsePointer } from '@dragoman/documents';
import type { Fix, JsonValue } from '@dragoman/model';
import { isJsonObject } from '@dragoman/model';

/** Returns the value with the edit applied; unchanged parts are shared with the input. */
export function changeValue(value: JsonValue, { pointer, value: wanted }: Fix): JsonValue | undefined {
  return change(value, parsePointer(pointer) ?? [], wanted as JsonValue | undefined);
}

function change(
  value: JsonValue | undefined,
  [step, ...rest]: readonly string[],
  wanted: JsonValue | undefined,
): JsonValue | undefined {
  if (step === undefined) return wanted;
  if (Array.isArray(value)) {
    const changed = change(value[Number(step)], rest, wanted);
    return value.flatMap((each, at) => (at !== Number(step) ? [each] : changed === undefined ? [] : [changed]));
  }
  if (!isJsonObject(value)) return undefined;
  const changed = change(value[step], rest, wanted);
  const entries = Object.entries(value);
  const made: [string, JsonValue][] = changed === undefined ? [] : [[step, changed]];
  if (!Object.hasOwn(value, step)) return Object.fromEntries([...made, ...entries]);
  return Object.fromEntries(entries.flatMap((entry) => (entry[0] === step ? made : [entry])));
}
