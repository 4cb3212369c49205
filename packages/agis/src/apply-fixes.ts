/** Applies the safe edits that findings offer, and leaves the rest of the text unchanged where its syntax allows. */

import type { Span } from '@dragoman/documents';
import type { Fix, JsonValue } from '@dragoman/model';
import { isJsonObject } from '@dragoman/model';
import type { Finding } from './finding.js';
import { applyToDocument } from './format-agis.js';
import { editYaml } from './print/edit-yaml.js';
import { printAgis } from './print/print-agis.js';
import { writeJson } from './print/write-json.js';
import { createYamlDocument, yamlText } from './print/yaml-document.js';
import type { AgisSource } from './source.js';

/** The text after the edits. */
export interface FixedText {
  text: string;
  /** Number of edits applied. */
  applied: number;
  /** True when the whole text had to be written again. */
  reprinted: boolean;
}

interface Edit {
  span: Span;
  fix: Fix;
}

/** Applies every fix of the findings; when two fixes have the same location, the first is applied. */
export function applyFixes(source: AgisSource, findings: readonly Finding[]): FixedText {
  const fixes = new Map<string, Fix>();
  for (const { fix } of findings) if (fix !== undefined && !fixes.has(fix.pointer)) fixes.set(fix.pointer, fix);
  const list = [...fixes.values()];
  if (list.length === 0) return { text: source.text, applied: 0, reprinted: false };
  const edits = list.flatMap((fix): Edit[] => {
    const span = fix.value === undefined ? undefined : source.span(fix.pointer);
    return span === undefined ? [] : [{ span, fix }];
  });
  const isInPlace = source.syntax === 'json' || list.every(({ value }) => typeof value !== 'object');
  if (source.syntax !== 'notation' && isInPlace && edits.length === list.length) return editText(source, edits);
  return rewrite(source, list);
}

function editText({ text, syntax }: AgisSource, edits: readonly Edit[]): FixedText {
  const ordered = [...edits].sort((a, b) => a.span.start - b.span.start);
  let written = '';
  let at = 0;
  let applied = 0;
  for (const { span, fix } of ordered) {
    if (span.start < at) continue;
    const value = fix.value as JsonValue;
    written += text.slice(at, span.start);
    written += syntax === 'json' ? writeJson(value, levelOf(text, span.start)) : writeYamlScalar(value);
    at = span.end;
    applied += 1;
  }
  return { text: written + text.slice(at), applied, reprinted: false };
}

/** The indentation level of the line at an offset, for inserting a block. */
function levelOf(text: string, offset: number): number {
  const line = text.lastIndexOf('\n', offset - 1) + 1;
  return Math.floor((/^ */.exec(text.slice(line, offset))?.[0].length ?? 0) / 2);
}

function writeYamlScalar(value: JsonValue): string {
  return createYamlDocument(value).toString(yamlText).trimEnd();
}

function rewrite(source: AgisSource, fixes: readonly Fix[]): FixedText {
  // An edit inside another edit is already part of it.
  const outer = fixes.filter(({ pointer }) => !fixes.some((other) => pointer.startsWith(`${other.pointer}/`)));
  const edited = source.syntax === 'yaml' ? editYaml(source.text, outer, { order: false }) : undefined;
  if (edited !== undefined) return { text: edited, applied: outer.length, reprinted: false };
  const document = applyToDocument(isJsonObject(source.document) ? source.document : {}, fixes);
  return {
    text: printAgis(document, source.syntax === 'json' ? 'json' : 'yaml'),
    applied: fixes.length,
    reprinted: true,
  };
}
