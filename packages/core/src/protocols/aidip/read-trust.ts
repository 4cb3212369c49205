/** Reads a provider's claims about its own trustworthiness (-00 §4; -01 §9). */

import { childPointer } from '@dragoman/documents';
import type { JsonObject, Trust } from '@dragoman/model';
import { isJsonObject } from '@dragoman/model';
import type { Place } from './findings.js';
import { member } from './findings.js';

/** The members with claims. */
export const claimNames = ['certification', 'quality_score'] as const;

/** The claims as given; `verified` is only set by checks of this registry. */
export function readTrust(place: Place): Trust {
  const certification = member(place.object, 'certification');
  if (certification !== undefined) readCertification(place, certification);
  requireNumber(place, 'quality_score');
  const claimed: JsonObject = {};
  for (const name of claimNames) {
    const value = member(place.object, name);
    if (value !== undefined) claimed[name] = value;
  }
  return Object.keys(claimed).length === 0 ? {} : { claimed };
}

function readCertification({ pointer, findings }: Place, certification: JsonObject[string]): void {
  const at = childPointer(pointer, 'certification');
  if (!isJsonObject(certification)) {
    findings.report('aidip/wrong-type', at, { expected: 'an object' });
    return;
  }
  const verified = member(certification, 'verified');
  if (verified !== undefined && typeof verified !== 'boolean') {
    findings.report('aidip/wrong-type', childPointer(at, 'verified'), { expected: 'true or false' });
  }
  requireNumber({ object: certification, pointer: at, findings }, 'quality_score');
}

function requireNumber({ object, pointer, findings }: Place, name: string): void {
  const value = member(object, name);
  if (value !== undefined && typeof value !== 'number') {
    findings.report('aidip/wrong-type', childPointer(pointer, name), { expected: 'a number' });
  }
}
