/** PROF-VER-08: one versioning scheme. */
import { isJsonObject } from '@dragoman/model';
import type { Api, Parameter } from '../../api/api.js';
import type { Rule } from '../../rule-model/rule.js';

/** API versions in several places. */
export const versioningMixed: Rule = {
  id: 'versioning-mixed',
  requirement: 'PROF-VER-08',
  severity: 'info',
  message: 'The API version is specified in {count} ways: {ways}.',
  why: 'With two ways to specify a version, a caller can request two different versions at once.',
  help: 'Keep one way to specify the version.',
  check(api, report) {
    const ways = waysOf(api);
    if (ways.length > 1) report('/paths', { count: ways.length, ways: ways.join(', ') });
  },
  cases: {
    good: [
      { 'get /v1/t': {} },
      { 'get /v1/t': { parameters: [{ name: 'X-Docs-Version', in: 'header', description: 'Version of your pages' }] } },
      { 'put /v1/t': { parameters: [{ name: 'X-Expected-Version', in: 'header' }] } },
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
    // When only a few operations require it, it is the version of their data.
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

/** A version of a resource, such as that which a caller expects to change, is not a version of the API. */
function isOfApi({ name, description }: Parameter): boolean {
  if (/expected|current|if-|row|record|etag|lock/i.test(name)) return false;
  return (
    /api|^(?:x-)?version$|^accept-version$/i.test(name) || description === undefined || /\bAPI\b/i.test(description)
  );
}
