/** Reads plain members of a document: strings and lists of labels, with their limits. */

import { childPointer } from '@dragoman/documents';
import type { JsonValue } from '@dragoman/model';
import type { Place } from './findings.js';
import { member } from './findings.js';
import { documentLimits } from './wire.js';

/** How a string member is read. */
export interface TextRule {
  /** Maximum number of characters. */
  limit: number;
  required?: boolean;
  /** Blank strings are errors. */
  filled?: boolean;
}

/** The string; undefined when it is absent or a problem was reported. */
export function readText(place: Place, name: string, rule: TextRule): string | undefined {
  const { object, pointer, findings } = place;
  const at = childPointer(pointer, name);
  const value = member(object, name);
  if (value === undefined) {
    if (rule.required === true) findings.report('aidip/missing', at);
    return undefined;
  }
  if (typeof value !== 'string') {
    findings.report('aidip/wrong-type', at, { expected: 'a string' });
    return undefined;
  }
  if (rule.filled === true && value.trim() === '') findings.report('aidip/empty', at);
  if (isLonger(value, rule.limit)) {
    findings.report('aidip/too-long', at, { limit: rule.limit, unit: 'characters' });
    return undefined;
  }
  return value;
}

/** A list of labels; undefined when it is absent or a problem was reported. */
export function readLabels(place: Place, name: string, required = false): string[] | undefined {
  const { object, pointer, findings } = place;
  const at = childPointer(pointer, name);
  const value = member(object, name);
  if (value === undefined) {
    if (required) findings.report('aidip/missing', at);
    return undefined;
  }
  if (!isTextList(value)) {
    findings.report('aidip/wrong-type', at, { expected: 'an array of strings' });
    return undefined;
  }
  if (value.length > documentLimits.list) {
    findings.report('aidip/too-many', at, { limit: documentLimits.list });
    return undefined;
  }
  value.forEach((label, index) => {
    if (isLonger(label, documentLimits.label)) {
      findings.report('aidip/too-long', childPointer(at, index), { limit: documentLimits.label, unit: 'characters' });
    } else if (label.trim() === '') findings.report('aidip/blank-label', childPointer(at, index));
  });
  return value;
}

/** True for an array of only strings. */
export function isTextList(value: JsonValue): value is string[] {
  return Array.isArray(value) && value.every((item) => typeof item === 'string');
}

/** True when the text has more characters (code points, as JSON Schema counts them) than the limit. */
export function isLonger(text: string, limit: number): boolean {
  if (text.length <= limit) return false;
  return text.length > 2 * limit || [...text].length > limit;
}

/** Warns of characters that make a name look like another. */
export function warnInvisible(place: Place, name: string, text: string | undefined): void {
  // Joiners are allowed: emoji and several scripts need them.
  if (text !== undefined && /[\p{Cc}\p{Zl}\p{Zp}]|(?![\u200c\u200d])\p{Cf}/u.test(text)) {
    place.findings.report('aidip/invisible-characters', childPointer(place.pointer, name));
  }
}
