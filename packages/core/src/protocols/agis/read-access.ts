/** Reads who may see the entry; AGIS itself has no member for it. */

import { memberOf, ownMembers } from '@dragoman/agis';
import type { Diagnostic, JsonObject } from '@dragoman/model';
import { diagnose } from '@dragoman/model';
import type { EntryDraft } from '../../documents/reader.js';
import { agisDiagnostics } from './diagnostics.js';

const maxGrants = 1_000;

/** Visibility and grants of a document; invalid values are errors, so that no entry becomes public by mistake. */
export function readAccess(document: JsonObject, found: Diagnostic[]): Pick<EntryDraft, 'visibility' | 'grants'> {
  const visibility = memberOf(document, ownMembers.visibility);
  const grants = memberOf(document, ownMembers.grants);
  const report = (member: string, expected: string) =>
    found.push(diagnose(agisDiagnostics, 'agis/visibility-wrong', { pointer: `/${member}` }, { member, expected }));
  if (visibility !== undefined && visibility !== 'public' && visibility !== 'private') {
    report(ownMembers.visibility, '"public" or "private"');
  }
  const list = Array.isArray(grants) ? grants.filter((each) => typeof each === 'string') : [];
  const isGood = list.length <= maxGrants && list.every((grant) => /^(caller|scope):./.test(grant));
  if (grants !== undefined && (!Array.isArray(grants) || list.length !== grants.length || !isGood)) {
    report(ownMembers.grants, `a list of at most ${maxGrants} of "caller:<subject>" and "scope:<scope>"`);
  }
  return {
    ...(visibility === 'public' || visibility === 'private' ? { visibility } : {}),
    ...(grants === undefined ? {} : { grants: list }),
  };
}
