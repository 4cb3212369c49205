/** Parses `allowed-values` in both shapes in use (the draft prints the second in a form that is not JSON). */
import { isJsonObject, type JsonObject, type JsonValue } from '../json.js';
import { type Findings, readText, refuseDoubled, refuseUnknown, report, spelledMember } from './findings.js';
import { type AllowedValue, valueNamePattern } from './signature.js';

/** Maximum number of values per enum. */
export const mostValues = 1000;

/** Parses the allowed values of a parameter; empty when its type is not `enum`. */
export function readAllowedValues(
  findings: Findings,
  parameter: JsonObject,
  place: { type: string; pointer: string; mandatory: boolean },
): AllowedValue[] | undefined {
  const given = spelledMember(findings, parameter, ['allowed-values', 'allowed_values']);
  const pointer = `${place.pointer}/allowed-values`;
  if (place.type !== 'enum') {
    if (given !== undefined) {
      const severity = findings.lenient ? 'warning' : undefined;
      report(findings, 'nact/member-misplaced', pointer, { member: 'allowed-values', type: place.type }, severity);
    }
    return undefined;
  }
  if (given === undefined) {
    if (place.mandatory) report(findings, 'nact/member-missing', place.pointer, { member: 'allowed-values' });
    return undefined;
  }
  const list = unwrap(given);
  if (list === undefined || list.length === 0) {
    report(findings, 'nact/allowed-values', pointer);
    return undefined;
  }
  if (list.length > mostValues) {
    report(findings, 'nact/too-many', pointer, { member: 'allowed-values', count: list.length, limit: mostValues });
    return undefined;
  }
  return readValues(findings, list, pointer);
}

function unwrap(given: JsonValue): JsonValue[] | undefined {
  if (Array.isArray(given)) return given;
  if (!isJsonObject(given)) return undefined;
  const members = Object.values(given);
  return members.length === 1 && Array.isArray(members[0]) ? members[0] : undefined;
}

function readValues(findings: Findings, list: JsonValue[], pointer: string): AllowedValue[] {
  const values = list.flatMap((item, at) => readValue(findings, item, `${pointer}/${at}`) ?? []);
  refuseDoubled(
    findings,
    'value',
    values.map(({ name }, at) => ({ text: name, pointer: `${pointer}/${at}/name` })),
  );
  return values;
}

function readValue(findings: Findings, item: JsonValue, pointer: string): AllowedValue | undefined {
  if (!isJsonObject(item)) {
    report(findings, 'nact/allowed-values', pointer);
    return undefined;
  }
  refuseUnknown(findings, item, ['name', 'description'], pointer);
  const name = readText(findings, item, 'name', { pointer, limit: 255 });
  const description = readText(findings, item, 'description', { pointer, limit: 2000 });
  if (name !== undefined && !valueNamePattern.test(name)) {
    const severity = findings.lenient ? 'warning' : undefined;
    report(findings, 'nact/value-name', `${pointer}/name`, { name: name.slice(0, 80) }, severity);
  }
  return name === undefined || description === undefined ? undefined : { name, description };
}
