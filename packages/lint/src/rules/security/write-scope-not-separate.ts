/** PROF-SEC-07: writes need other permissions than reads. */
import type { ApiOperation } from '../../api/api.js';
import { literalSegments } from '../../api/list-path-operations.js';
import type { Rule } from '../../rule-model/rule.js';

/** Writes with the scopes of reads. */
export const writeScopeNotSeparate: Rule = {
  id: 'write-scope-not-separate',
  requirement: 'PROF-SEC-07',
  severity: 'info',
  message: '{operation} requires the same scopes as reading the same resource: {scopes}.',
  why: 'A credential that is meant for reading then also allows changes.',
  help: 'Require a separate scope for writes.',
  ignoresWording: true,
  check(api, report) {
    const reads = new Map<string, string>();
    for (const operation of api.exposed) {
      const scopes = scopesOf(operation);
      if (operation.kinds.read && scopes !== '') reads.set(resourceOf(operation), scopes);
    }
    for (const operation of api.exposed) {
      const scopes = scopesOf(operation);
      if (!operation.kinds.write || scopes === '' || reads.get(resourceOf(operation)) !== scopes) continue;
      report(operation.pointer, { operation: operation.label, scopes });
    }
  },
  cases: {
    good: [{ 'get /t': { security: [{ o: ['t:read'] }] }, 'post /t': { security: [{ o: ['t:write'] }] } }],
    bad: [{ 'get /t': { security: [{ o: ['t:all'] }] }, 'post /t': { security: [{ o: ['t:all'] }] } }],
  },
};

function scopesOf({ security }: ApiOperation): string {
  const scopes = (security ?? []).flatMap((each) =>
    Object.values(each).flatMap((list) => (Array.isArray(list) ? list.map(String) : [])),
  );
  return [...new Set(scopes)].sort().join(', ');
}

function resourceOf({ path }: ApiOperation): string {
  return literalSegments(path).filter((segment) => !/^v\d+$/.test(segment))[0] ?? '';
}
