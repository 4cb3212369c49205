/**
 * Checks spellings that are visible only in the text, not in the value: booleans such as `True`, numbers with an
 * exponent.
 */

import type { LocatedDocument } from '@dragoman/documents';
import { childPointer, getPointer } from '@dragoman/documents';
import type { JsonValue } from '@dragoman/model';
import { isJsonObject } from '@dragoman/model';
import type { Findings } from './finding.js';
import { agisLimits } from './limits.js';
import { writeDecimal } from './print/write-decimal.js';
import type { SourceCode } from './source-rules.js';

const flags = ['/vocabulary/negotiable', '/data_manifest/pre_auth_discovery'];

/** Reports unusual spellings; a text that cannot contain any is not walked. */
export function checkSpelling(located: LocatedDocument, source: Findings<SourceCode>): void {
  if (/:[ \t]*(?:True|TRUE|False|FALSE)\b/.test(located.text)) checkBooleans(located, source);
  if (/confidence_guidance"?[ \t]*:\s*[\d.]+[eE]/.test(located.text)) checkExponents(located, source);
}

function checkBooleans(located: LocatedDocument, source: Findings<SourceCode>): void {
  for (const pointer of [...flags, ...listFlags(located.value)]) {
    const value = getPointer(located.value, pointer);
    const written = sourceOf(located, pointer);
    if (typeof value !== 'boolean' || written === 'true' || written === 'false') continue;
    source.report('agis/boolean-case', {
      pointer,
      element: written,
      parameters: { value: written, right: String(value) },
      fix: { description: `write ${value}`, pointer, value },
    });
  }
}

function listFlags(value: JsonValue): string[] {
  const { endpoints, data_manifest } = isJsonObject(value) ? value : {};
  const classes = isJsonObject(data_manifest) ? data_manifest.available_data : undefined;
  return [
    ...indexes(endpoints).flatMap((index) => [
      `${childPointer('/endpoints', index)}/semantic/is_idempotent`,
      `${childPointer('/endpoints', index)}/proposed`,
    ]),
    ...indexes(classes).map((index) => `/data_manifest/available_data/${index}/requires_authorization`),
  ];
}

function indexes(value: JsonValue | undefined): number[] {
  return Array.isArray(value) ? [...value.slice(0, agisLimits.endpoints).keys()] : [];
}

function checkExponents(located: LocatedDocument, source: Findings<SourceCode>): void {
  const { endpoints } = isJsonObject(located.value) ? located.value : {};
  for (const index of indexes(endpoints)) {
    const pointer = `/endpoints/${index}/semantic/confidence_guidance`;
    const value = getPointer(located.value, pointer);
    const written = sourceOf(located, pointer);
    if (typeof value !== 'number' || !/[eE]/.test(written)) continue;
    const parameters = { value: written, right: writeDecimal(value) };
    const fix = { description: `write ${parameters.right}`, pointer, value };
    source.report('agis/exponent', { pointer, element: written, parameters, fix });
  }
}

function sourceOf({ span, text }: LocatedDocument, pointer: string): string {
  const found = span(pointer);
  return found === undefined ? '' : text.slice(found.start, found.end).trim();
}
