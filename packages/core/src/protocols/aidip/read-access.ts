/** Reads `visibility` and `grants`, which a registry stores in addition to the document (aidip.md GAP-21). */

import { childPointer } from '@dragoman/documents';
import type { Visibility } from '@dragoman/model';
import type { Place } from './findings.js';
import { member } from './findings.js';
import { isLonger, isTextList } from './read-fields.js';
import { documentLimits } from './wire.js';

/** Who may see the agent; members that the document does not have are absent. */
export interface AccessFields {
  visibility?: Visibility;
  grants?: string[];
}

/** Maximum length of a grant; token subjects include the issuer's URL. */
const grantLength = 500;

/** Both members, if present and valid. */
export function readAccess(place: Place): AccessFields {
  const visibility = readVisibility(place);
  const grants = readGrants(place);
  return { ...(visibility === undefined ? {} : { visibility }), ...(grants === undefined ? {} : { grants }) };
}

function readVisibility({ object, pointer, findings }: Place): Visibility | undefined {
  const value = member(object, 'visibility');
  if (value === undefined || value === 'public' || value === 'private') return value;
  findings.report('aidip/wrong-type', childPointer(pointer, 'visibility'), { expected: '"public" or "private"' });
  return undefined;
}

function readGrants({ object, pointer, findings }: Place): string[] | undefined {
  const value = member(object, 'grants');
  const at = childPointer(pointer, 'grants');
  if (value === undefined) return undefined;
  if (!isTextList(value)) findings.report('aidip/wrong-type', at, { expected: 'an array of strings' });
  else if (value.length > documentLimits.list) findings.report('aidip/too-many', at, { limit: documentLimits.list });
  else {
    value.forEach((grant, index) => {
      if (!/^(caller|scope):\S/.test(grant)) findings.report('aidip/grant-form', childPointer(at, index));
      else if (isLonger(grant, grantLength)) {
        findings.report('aidip/too-long', childPointer(at, index), { limit: grantLength, unit: 'characters' });
      }
    });
    return value;
  }
  return undefined;
}
