/** PROF-VER-08: one style of versioning. */
import { isJsonObject } from '@dragoman/model';
import type { Api, Parameter } from '../../api/api.js';
import type { Rule } from '../../rule.js';

/** Versions in several places. */
export const versioningMixed: Rule = {
  id: 'versioning-mixed',
  requirement: 'PROF-VER-08',
  severity: 'warning',
  message: 'The version of the API is said in {count} ways: {ways}.',
  why: 'When two places say a version, a caller can say two different ones.',
  help: 'Keep one of them.',
  check(api, report) {
    const ways = waysOf(api);
    if (ways.length > 1) report('/paths', { count: ways.length, ways: ways.join(', ') });
  },
  cases: {
    good: [
      { 'get /v1/t': {} },
      { 'get /v1/t': { parameters: [{ name: 'X-Docs-Version', in: 'header', description: 'Version of your pages' }] } },
    ],
    bad: [{ 'get /v1/t': { parameters: [{ name: 'API-Version', in: 'header' }] } }],
  },
};

function waysOf(api: Api): string[] {
  const version = /^(?:x-)?(?:[a-z]+-)?(?:api-?)?version$/i;
  const named = (place: string) => {
    const having = api.operations.filter(({ parameters }) =>
      parameters.some((each) => each.in === place && version.test(each.name) && isOfApi(each)),
    );
    // Asked for by a few operations alone, it is the version of what they give.
    return having.length > 0 && (place === 'header' || having.length * 2 >= api.operations.length);
  };
  const servers = Array.isArray(api.root.servers) ? api.root.servers.filter(isJsonObject) : [];
  const inPath = api.operations.some(({ path }) => /^\/(?:api\/)?v\d+(?:\/|$)/i.test(path));
  const inServer = servers.some(({ url }) => /\/v\d+(?:\/|$)/i.test(String(url ?? '')));
  const inType = api.operations.some(({ responses }) =>
    responses.some(({ content }) => content.some(({ type }) => /version=|\.v\d+\+/i.test(type))),
  );
  return [
    ...(inPath || inServer ? ['path'] : []),
    ...(named('query') ? ['query parameter'] : []),
    ...(named('header') ? ['header'] : []),
    ...(inType ? ['media type'] : []),
  ];
}

/** The version of something else that the API keeps is no version of the API. */
function isOfApi({ name, description }: Parameter): boolean {
  return (
    /api|^(?:x-)?version$|^accept-version$/i.test(name) || description === undefined || /\bAPI\b/i.test(description)
  );
}
