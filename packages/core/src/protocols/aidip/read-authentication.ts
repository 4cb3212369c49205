/** Reads `authentication` as an object (-01 §3.1) or as text (-00 §4). */

import { childPointer } from '@dragoman/documents';
import type { Authentication, JsonObject } from '@dragoman/model';
import { isJsonObject } from '@dragoman/model';
import type { Place } from './findings.js';
import { member, without } from './findings.js';
import { normaliseAuthenticationType } from './older-forms.js';
import { readLabels, readText } from './read-fields.js';
import { authenticationTypes, documentLimits } from './wire.js';

const known: ReadonlySet<string> = new Set(['type', 'instructions', 'scopes']);

/** The authentication that the agent requires; undefined when it is absent or a problem was reported. */
export function readAuthentication(place: Place): Authentication | undefined {
  const value = member(place.object, 'authentication');
  if (value === undefined) return undefined;
  const pointer = childPointer(place.pointer, 'authentication');
  if (typeof value === 'string') {
    const text = readText(place, 'authentication', { limit: documentLimits.label, filled: true });
    return text === undefined ? undefined : { type: normaliseAuthenticationType(text) };
  }
  if (!isJsonObject(value)) {
    place.findings.report('aidip/wrong-type', pointer, { expected: 'an object' });
    return undefined;
  }
  return readObject({ object: value, pointer, findings: place.findings });
}

function readObject(place: Place): Authentication {
  const type = readText(place, 'type', { limit: documentLimits.label, filled: true });
  const instructions = readText(place, 'instructions', { limit: documentLimits.description });
  const scopes = readLabels(place, 'scopes');
  const extra: JsonObject = { ...without(place.object, known), ...typeAsGiven(type) };
  return {
    ...(type === undefined ? {} : { type: normaliseAuthenticationType(type) }),
    ...(instructions === undefined ? {} : { instructions }),
    ...(scopes === undefined ? {} : { scopes }),
    ...(Object.keys(extra).length === 0 ? {} : { extra }),
  };
}

/** A provider's own value is served unchanged; the model compares it in lower case. */
function typeAsGiven(type: string | undefined): JsonObject {
  if (type === undefined) return {};
  const normal = normaliseAuthenticationType(type);
  return authenticationTypes.has(normal) || normal === type ? {} : { type };
}
