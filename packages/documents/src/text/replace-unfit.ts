/**
 * Replaces characters that databases and services do not accept (U+0000 and unpaired surrogates) in a parsed value, so
 * that one of them in an example does not reject the whole description.
 */
import type { Diagnostic, JsonValue } from '@dragoman/model';
import { diagnose } from '@dragoman/model';
import type { PointerToken } from '../schema/pointer.js';
import { buildPointer } from '../schema/pointer.js';
import { syntaxDiagnostics } from './syntax-diagnostics.js';

/** With the flag u, a surrogate matches only when it is unpaired. */
const unfit = /[\0\ud800-\udfff]/gu;

function isUnfit(text: string): boolean {
  return text.includes('\0') || !text.isWellFormed();
}

/** Cheaper than a replacement, which hardly any document needs. */
function hasUnfit(value: JsonValue): boolean {
  if (typeof value === 'string') return isUnfit(value);
  if (typeof value !== 'object' || value === null) return false;
  if (Array.isArray(value)) return value.some(hasUnfit);
  for (const name in value) if (isUnfit(name) || hasUnfit(value[name] as JsonValue)) return true;
  return false;
}

/** The value with U+FFFD for every such character, and one warning with the location of the first; depth is bounded. */
export function replaceUnfit(value: JsonValue): { value: JsonValue; diagnostics: Diagnostic[] } {
  if (!hasUnfit(value)) return { value, diagnostics: [] };
  const path: PointerToken[] = [];
  let first: string | undefined;
  let count = 0;
  const clean = (text: string) => {
    if (!isUnfit(text)) return text;
    first ??= buildPointer(path);
    count += 1;
    return text.replace(unfit, '\ufffd');
  };
  const below = (token: PointerToken, part: JsonValue) => {
    path.push(token);
    const cleaned = walk(part);
    path.pop();
    return cleaned;
  };
  const walk = (part: JsonValue): JsonValue => {
    if (typeof part === 'string') return clean(part);
    if (typeof part !== 'object' || part === null) return part;
    if (Array.isArray(part)) return part.map((each, at) => below(at, each));
    return Object.fromEntries(Object.entries(part).map(([name, each]) => [clean(name), below(name, each)]));
  };
  const cleaned = walk(value);
  const location = { pointer: first ?? '' };
  return {
    value: cleaned,
    diagnostics: [diagnose(syntaxDiagnostics, 'syntax/character-replaced', location, { count })],
  };
}
