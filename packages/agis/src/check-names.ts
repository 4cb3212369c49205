/**
 * Checks the names of fields, block by block. A known field with another spelling is reported once and read as that
 * field, so that one typing error does not cause a dozen findings.
 */

import { childPointer } from '@dragoman/documents';
import type { JsonObject, JsonValue } from '@dragoman/model';
import { isJsonObject } from '@dragoman/model';
import { classFields, endpointFields, manifestFields, semanticFields } from './fields.js';
import type { Findings } from './finding.js';
import { nearestField, toSnakeCase } from './nearest-field.js';
import type { SourceCode } from './source-rules.js';

/** A block of the document: its allowed names and its location. */
export interface Block {
  known: readonly string[];
  pointer: string;
}

/** A copy of the block with known fields under their correct names; every other name is reported. */
export function checkNames(node: JsonObject, { known, pointer }: Block, source: Findings<SourceCode>): JsonObject {
  const checked: JsonObject = { ...node };
  for (const name of Object.keys(node)) {
    if (known.includes(name) || isOwn(name)) continue;
    const meant = checkName(name, { known, pointer, node }, source);
    if (meant === name) continue;
    delete checked[name];
    checked[meant] = node[name] ?? null;
  }
  return checked;
}

/** Checks the names of an endpoint and of its semantic block; returns the endpoint itself when all are correct. */
export function checkEndpointNames(node: JsonObject, pointer: string, source: Findings<SourceCode>): JsonObject {
  const endpoint = checkNames(node, { known: endpointFields, pointer }, source);
  const { semantic } = endpoint;
  if (!isJsonObject(semantic)) return endpoint;
  endpoint.semantic = checkNames(semantic, { known: semanticFields, pointer: `${pointer}/semantic` }, source);
  return endpoint;
}

/** Checks the names of the data manifest and of its classes. */
export function checkManifestNames(node: JsonObject, source: Findings<SourceCode>): JsonObject {
  const manifest = checkNames(node, { known: manifestFields, pointer: '/data_manifest' }, source);
  const { available_data: classes } = manifest;
  if (!Array.isArray(classes)) return manifest;
  const checkClass = (each: JsonValue, index: number): JsonValue => {
    const pointer = childPointer('/data_manifest/available_data', index);
    return isJsonObject(each) ? checkNames(each, { known: classFields, pointer }, source) : each;
  };
  return { ...manifest, available_data: classes.map(checkClass) };
}

function isOwn(name: string): boolean {
  return /^x[-_]/.test(name);
}

function checkName(
  name: string,
  { known, pointer, node }: Block & { node: JsonObject },
  source: Findings<SourceCode>,
): string {
  const at = childPointer(pointer, name);
  const folded = toSnakeCase(name);
  const nearest = nearestField(name, known);
  if (folded !== name) {
    const meant = nearest ?? folded;
    source.report('agis/field-name', { pointer: at, element: name, parameters: { name, meant } });
    return known.includes(meant) && !Object.hasOwn(node, meant) ? meant : name;
  }
  const hint = nearest === undefined ? '' : `; did you mean "${nearest}"?`;
  // Pass 1 reads it at this location and reports where it belongs.
  if (!(pointer === '' && name === 'pre_auth_discovery')) {
    source.report('agis/unknown-field', { pointer: at, element: name, parameters: { name, hint } });
  }
  return name;
}
