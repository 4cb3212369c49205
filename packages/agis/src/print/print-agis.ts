/** Writes an AGIS document as YAML (for people) or JSON (for machines), in canonical order. */
import type { JsonObject } from '@dragoman/model';
import { orderDocument } from './order-fields.js';
import { writeJson } from './write-json.js';
import { createYamlDocument, yamlText } from './yaml-document.js';

/** The two serializations that can be printed. */
export type PrintedSyntax = 'yaml' | 'json';

/** The text of a document, with a final line break; parsing it gives the same document. */
export function printAgis(document: JsonObject, syntax: PrintedSyntax): string {
  const ordered = orderDocument(document);
  return syntax === 'json' ? `${writeJson(ordered)}\n` : createYamlDocument(ordered).toString(yamlText);
}
