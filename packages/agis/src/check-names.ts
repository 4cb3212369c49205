/**
 * Looks at the names of fields, block by block. A known field in another spelling is reported once and read as the
 * field it is, so that one slip of the pen does not make a dozen findings.
 */

import { childPointer } from '@dragoman/documents';
import type { JsonObject, JsonValue } from '@dragoman/model';
import { isJsonObject } from '@dragoman/model';
import { classFields, endpointFields, manifestFields, semanticFields } from './fields.js';
import type { Findings } from './finding.js';
import { nearestField, toSnakeCase } from './nearest-field.js';
import type { SourceCode } from './source-rules.js';

/** A block of the document: the names that it may have, and its place. */
export interface Block {
  known: readonly string[];
  pointer: string;
}

/** A copy of the block with known fields under their own names; every other name is reported. */
export function checkNames(node: JsonObject, { known, pointer }: Block, source: Findings<SourceCode>): JsonObject {
  const checked: JsonObject = { ...node };
  for (const name of Object.keys(node)) {
    if (known.includes(name) || isOwn(name)) continue;
    const meant = judgeName(name, { known, pointer, node }, source);
    if (meant === name) continue;
    delete checked[name];
    checked[meant] = node[name] ?? null;
  }
  return checked;
}

/** Names of an endpoint and of its semantic block; the endpoint itself when nothing is wrong. */
export function checkEndpointNames(node: JsonObject, pointer: string, source: Findings<SourceCode>): JsonObject {
  const endpoint = checkNames(node, { known: endpointFields, pointer }, source);
  const { semantic } = endpoint;
  if (!isJsonObject(semantic)) return endpoint;
  endpoint.semantic = checkNames(semantic, { known: semanticFields, pointer: `${pointer}/semantic` }, source);
  return endpoint;
}

/** Names of the data manifest and of its classes. */
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

function judgeName(
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
  // Read in its place by pass 1, which says where it belongs.
  if (!(pointer === '' && name === 'pre_auth_discovery')) {
    source.report('agis/unknown-field', { pointer: at, element: name, parameters: { name, hint } });
  }
  return name;
}
