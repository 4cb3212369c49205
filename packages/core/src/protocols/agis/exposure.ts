/**
 * The part of a document that unauthenticated callers see (§8.3, §13; agis.md R22): the manifest only if its owner
 * made it public, and of each class only its kind. Counts, fields and contents require a known caller.
 */

import { findContents, findDetails, memberOf, ownMembers, without } from '@dragoman/agis';
import type { JsonObject, JsonValue } from '@dragoman/model';
import { isJsonObject } from '@dragoman/model';
import type { Caller } from '../../access/caller.js';

/** Members of a data class that unauthenticated callers may see. */
const openMembers = ['class', 'description', 'formats', 'sensitivity', 'requires_authorization'] as const;

/** The document as this caller may see it; the same object when nothing is removed. */
export function showDocument(document: JsonObject, caller: Caller): JsonObject {
  const manifest = memberOf(document, 'data_manifest');
  if (caller.kind !== 'anonymous' || manifest === undefined) return document;
  if (isJsonObject(manifest) && manifest.pre_auth_discovery === true) {
    return { ...document, data_manifest: openManifest(manifest) };
  }
  return withoutManifest(document);
}

/** A document without its manifest must not claim to be negotiable (§8.2(e)). */
function withoutManifest(document: JsonObject): JsonObject {
  const vocabulary = isJsonObject(document.vocabulary) ? document.vocabulary : {};
  return {
    ...without(document, 'data_manifest'),
    vocabulary: { ...vocabulary, ...(vocabulary.negotiable === true ? { negotiable: false } : {}) },
    [ownMembers.withheld]: ['data_manifest'],
  };
}

function openManifest(manifest: JsonObject): JsonObject {
  const classes = Array.isArray(manifest.available_data) ? manifest.available_data : [];
  return { available_data: classes.map(openClass), pre_auth_discovery: true };
}

function openClass(given: JsonValue): JsonValue {
  if (!isJsonObject(given)) return given;
  const shown = openMembers.flatMap((name): [string, JsonValue][] => {
    const value = memberOf(given, name);
    return value === undefined || (name === 'description' && isDistinctive(value)) ? [] : [[name, value]];
  });
  return Object.fromEntries(shown);
}

/** True for a description of contents rather than of a kind of data. */
export function isDistinctive(description: JsonValue): boolean {
  return typeof description === 'string' && [...findContents(description), ...findDetails(description)].length > 0;
}
