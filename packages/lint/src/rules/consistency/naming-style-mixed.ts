/** PROF-CONS-01: one naming style. */

import type { Api } from '../../api/api.js';
import { type NamingStyle, styleOf } from '../../api/naming-style.js';
import { groupBy } from '../../rule-model/group-by.js';
import type { Report, Rule } from '../../rule-model/rule.js';
import { body, object } from '../../rule-model/rule-cases.js';

/** Styles that only some of the names follow. */
export const namingStyleMixed: Rule = {
  id: 'naming-style-mixed',
  requirement: 'PROF-CONS-01',
  severity: 'warning',
  varies: 'one finding per style, listing the names',
  targets: ['openapi', 'tools'],
  message: '{subject} {style}, most others {majority}: {names}.',
  why: 'An agent carries a naming style over to the next call, and misspells names that differ.',
  help: 'Use one naming style for {kind}.',
  ignoresWording: true,
  check(api, report) {
    checkSlashes(api, report);
    for (const { kind, names } of collectNames(api)) {
      const groups = groupByStyle(names);
      const [majority, ...others] = [...groups].sort(([, one], [, other]) => other.length - one.length);
      for (const [style, places] of others) {
        const [first] = places;
        if (majority === undefined || first === undefined) continue;
        const shown = places.slice(0, 8).map(({ name }) => name);
        const rest = places.length > shown.length ? ' …' : '';
        const subject = places.length === 1 ? `One of the ${kind} uses` : `${places.length} ${kind} use`;
        report(first.at, { subject, kind, style, majority: majority[0], names: `${shown.join(', ')}${rest}` });
      }
    }
  },
  cases: {
    good: [
      { 'get /ga4gh/objects/{object_id}': {}, 'get /t/{taskId}': {} },
      { 'post /t': { requestBody: body(object({ created_at: {}, id: {}, done_by: {} })) } },
    ],
    bad: [
      { 'post /t': { requestBody: body(object({ created_at: {}, createdBy: {}, done_at: {} })) } },
      { 'get /a': {}, 'get /b': {}, 'get /c': {}, 'get /d/': {} },
    ],
  },
};

/** Few paths say something about a style only if there are others. */
const leastPaths = 4;

/** A server redirects from one form to the other, and a POST loses its body on the way. */
function checkSlashes({ exposed }: Api, report: Report): void {
  const places = new Map(
    exposed
      .filter(({ path }) => path !== '/')
      .map(({ path, pointer }) => [path, pointer.slice(0, pointer.lastIndexOf('/'))]),
  );
  const ending = [...places.keys()].filter((path) => path.endsWith('/'));
  const others = [...places.keys()].filter((path) => !path.endsWith('/'));
  const [few, majority] = ending.length <= others.length ? [ending, 'none'] : [others, 'one'];
  const [first] = few;
  if (first === undefined || places.size < leastPaths) return;
  const style = majority === 'none' ? 'a slash at the end' : 'no slash at the end';
  const subject = few.length === 1 ? 'One of the paths has' : `${few.length} paths have`;
  const names = `${few.slice(0, 8).join(', ')}${few.length > 8 ? ' …' : ''}`;
  report(places.get(first) ?? '/paths', { subject, kind: 'paths', style, majority, names });
}

interface Named {
  name: string;
  at: string;
}

/** Names that OAuth and OpenID Connect prescribe. */
const standard = new Set(
  (
    'access_token refresh_token token_type expires_in client_id client_secret grant_type redirect_uri id_token ' +
    'jwks_uri error_description error_uri response_type code_verifier code_challenge'
  ).split(' '),
);

/** Schemas and paths of standards that prescribe their names. */
const outside = /(?:oauth2?|oidc|openid|ga4gh|scim|json_?api|drs)(?![a-z])/i;

function collectNames(api: Api): { kind: string; names: Named[] }[] {
  const properties = [...api.inputs, ...api.outputs].flatMap(({ name, at, owner }) =>
    name === undefined || standard.has(name) || outside.test(owner?.pointer ?? '') ? [] : [{ name, at }],
  );
  const own = api.exposed.filter(({ path }) => !outside.test(path));
  const parameters = own.flatMap((operation) =>
    operation.parameters
      .filter(({ name, in: place }) => place !== 'header' && place !== 'cookie' && !standard.has(name))
      .map(({ name, pointer }) => ({ name, at: pointer })),
  );
  const ids = api.exposed.flatMap(({ id, pointer }) =>
    id === undefined ? [] : [{ name: id, at: `${pointer}/operationId` }],
  );
  return [
    { kind: 'properties', names: properties },
    { kind: 'parameters', names: parameters },
    { kind: 'operationIds', names: ids },
  ];
}

function groupByStyle(names: readonly Named[]): Map<NamingStyle, Named[]> {
  return groupBy(new Map(names.map((each) => [each.name, each])).values(), ({ name }) => styleOf(name));
}
