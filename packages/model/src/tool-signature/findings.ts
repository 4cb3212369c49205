/** Shared context of the signature checks: the strictness, and the collected diagnostics. */
import { type Diagnostic, diagnose, type Severity } from '../diagnostic.js';
import type { JsonObject, JsonValue } from '../json.js';
import { type SignatureCode, signatureDiagnostics } from './diagnostics.js';
import { countCharacters } from './signature.js';

/** One run of the checks. */
export interface Findings {
  /** True for a third-party signature: harmless violations are tolerated. */
  lenient: boolean;
  list: Diagnostic[];
}

/** Adds a diagnostic; `severity` overrides the table's. */
export function report(
  findings: Findings,
  code: SignatureCode,
  pointer: string,
  parameters: Readonly<Record<string, string | number>> = {},
  severity?: Severity,
): void {
  const finding = diagnose(signatureDiagnostics, code, { pointer }, parameters);
  findings.list.push(severity === undefined ? finding : { ...finding, severity });
}

/** An own member of an object; inherited members are ignored. */
export function memberOf(object: JsonObject, name: string): JsonValue | undefined {
  return Object.hasOwn(object, name) ? object[name] : undefined;
}

/** The first of several spellings that is present; only lenient parsing accepts the later ones. */
export function spelledMember(
  findings: Findings,
  object: JsonObject,
  spellings: readonly string[],
): JsonValue | undefined {
  for (const name of findings.lenient ? spellings : spellings.slice(0, 1)) {
    const value = memberOf(object, name);
    if (value !== undefined) return value;
  }
  return undefined;
}

/** Parses a mandatory text that is neither blank nor too long; lenient parsing tolerates one that is too long. */
export function readText(
  findings: Findings,
  object: JsonObject,
  member: string,
  place: { pointer: string; limit: number; beyond?: Severity },
): string | undefined {
  const value = memberOf(object, member);
  const pointer = `${place.pointer}/${member}`;
  if (value === undefined) {
    report(findings, 'nact/member-missing', place.pointer, { member });
    return undefined;
  }
  if (typeof value !== 'string') {
    report(findings, 'nact/member-type', pointer, { member, expected: 'a text' });
    return undefined;
  }
  if (value.trim() === '') {
    report(findings, 'nact/text-blank', pointer, { member });
    return undefined;
  }
  const length = countCharacters(value);
  if (length > place.limit) {
    const severity = findings.lenient ? 'warning' : place.beyond;
    report(findings, 'nact/text-too-long', pointer, { member, length, limit: place.limit }, severity);
  }
  return value;
}

/** Reports unknown members; lenient parsing omits them silently. */
export function refuseUnknown(findings: Findings, object: JsonObject, known: readonly string[], pointer: string): void {
  if (findings.lenient) return;
  for (const member of Object.keys(object)) {
    if (known.includes(member)) continue;
    const escaped = member.replaceAll('~', '~0').replaceAll('/', '~1');
    report(findings, 'nact/member-unknown', `${pointer}/${escaped}`, { member });
  }
}

/** Reports duplicates. */
export function refuseDoubled(
  findings: Findings,
  what: string,
  texts: readonly { text: string; pointer: string }[],
): void {
  const seen = new Set<string>();
  for (const { text, pointer } of texts) {
    if (seen.has(text)) report(findings, 'nact/not-unique', pointer, { what, text });
    seen.add(text);
  }
}
