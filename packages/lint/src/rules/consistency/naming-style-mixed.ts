/** PROF-CONS-01: one naming style. */

import type { Api, SchemaNode } from '../../api/api.js';
import { type NamingStyle, styleOf } from '../../api/naming-style.js';
import { groupBy } from '../../rule-model/group-by.js';
import type { Report, Rule } from '../../rule-model/rule.js';
import { body, object } from '../../rule-model/rule-cases.js';

/** Styles that only some of the names follow. */
export const namingStyleMixed: Rule = {
  id: 'naming-style-mixed',
  requirement: 'PROF-CONS-01',
  severity: 'warning',
  varies:
    'one finding per style, with its names; warning for parameters, operationIds and paths, and for properties when one object mixes two styles; info when every object uses a single style, since some objects follow the API of another provider, and when no style is more frequent',
  targets: ['openapi', 'tools'],
  message: '{subject} {style}, while most others {majority}: {names}.',
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
        const isOwn = kind !== 'properties' || places.some((each) => isMixed(each, style));
        const severity = isOwn && majority[1].length > places.length ? 'warning' : 'info';
        report(
          first.at,
          { subject, kind, style, majority: `use ${majority[0]}`, names: `${shown.join(', ')}${rest}` },
          { severity },
        );
      }
    }
  },
  cases: {
    good: [
      { 'get /ga4gh/objects/{object_id}': {}, 'get /t/{taskId}': {} },
      { 'post /t': { requestBody: body(object({ created_at: {}, id: {}, done_by: {} })) } },
      {
        'post /t': {
          requestBody: body(
            object({ gene_id: {}, map_at: {}, HGNC: {}, MGI: {}, ZFIN: {}, miRBase: {}, WormBase: {} }),
          ),
        },
      },
    ],
    bad: [
      { 'post /t': { requestBody: body(object({ created_at: {}, createdBy: {}, done_at: {} })) } },
      { 'get /a': {}, 'get /b': {}, 'get /c': {}, 'get /d/': {} },
    ],
  },
};

/** Few paths say something about a style only if there are others. */
const leastPaths = 4;

/** `/api/` and `/v1/` are the root of an API. */
function isIndex(path: string): boolean {
  return /^\/(?:api|rest|v\d+|api\/v\d+)\/$/i.test(path);
}

/** A server redirects from one form to the other, and a POST loses its body on the way. */
function checkSlashes({ exposed }: Api, report: Report): void {
  const places = new Map(
    exposed
      // Some addresses continue with a name, and their text says that the slash is needed.
      .filter(({ path, description = '' }) => path !== '/' && !isIndex(path) && !/\bslash\b/i.test(description))
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
  report(places.get(first) ?? '/paths', { subject, kind: 'paths', style, majority: `have ${majority}`, names });
}

interface Named {
  name: string;
  at: string;
  /** The names of all properties of its object. */
  siblings?: () => Iterable<string>;
}

function isMixed({ siblings }: Named, style: NamingStyle): boolean {
  const names = [...(siblings?.() ?? [])];
  // Names with spaces are labels that somebody's data has.
  if (names.some((name) => name.includes(' '))) return false;
  return names.some((name) => ![style, undefined].includes(styleOf(name)));
}

/** Names that OAuth and OpenID Connect prescribe. */
const standard = new Set(
  (
    'access_token refresh_token token_type expires_in client_id client_secret grant_type redirect_uri id_token ' +
    'jwks_uri oauth_token error_description error_uri response_type code_verifier code_challenge'
  ).split(' '),
);

/** Claims about a person that OpenID Connect names. */
const claims = new Set('email_verified preferred_username given_name family_name phone_number_verified'.split(' '));
const fewestClaims = 2;

/** An object with several of these claims is passed on as the identity provider returns it. */
function isUserInfo(api: Api, owner: SchemaNode | undefined): boolean {
  if (owner === undefined) return false;
  return [...api.properties(owner).keys()].filter((name) => claims.has(name)).length >= fewestClaims;
}

/** Schemas and paths of standards that prescribe their names. */
const outside =
  /(?:oauth2?|oidc|openid|ga4gh|scim|json_?api|drs|jwks?|json_?web_?key\w*|jwk|did_?(?:doc|document)|(?:access|id)_?token)(?![a-z])|open_?id|presentation_?(?:definition|submission|exchange)|anon_?creds|verifiable_?(?:credential|presentation)|geo_?json|web_?authn/i;

/** A schema of a standard, or a part of one. */
function isOutside(owner: SchemaNode | undefined): boolean {
  for (let at = owner, steps = 0; at !== undefined && steps < 10; at = at.owner, steps += 1)
    if (outside.test(at.pointer)) return true;
  return false;
}

const fewestAcronyms = 3;

/** `miRBase` next to FLYBASE, HGNC and MGI: the names of vocabularies, spelled as their owners spell them. */
function isProperName(api: Api, name: string, owner: SchemaNode | undefined): boolean {
  if (owner === undefined || !['camelCase', 'PascalCase'].includes(styleOf(name) ?? '')) return false;
  const acronyms = [...api.properties(owner).keys()].filter((each) => /^[A-Z]{3,}$/.test(each));
  return acronyms.length >= fewestAcronyms;
}

function collectNames(api: Api): { kind: string; names: Named[] }[] {
  const properties = [...api.inputs, ...api.outputs].flatMap(({ name, at, owner }) =>
    name === undefined ||
    standard.has(name) ||
    /^x-/i.test(name) ||
    isOutside(owner) ||
    isUserInfo(api, owner) ||
    isProperName(api, name, owner)
      ? []
      : [{ name, at, siblings: () => (owner === undefined ? [] : api.properties(owner).keys()) }],
  );
  const own = api.exposed.filter(({ path }) => !outside.test(path));
  const parameters = own.flatMap((operation) =>
    operation.parameters
      .filter(({ name, in: place }) => place !== 'header' && place !== 'cookie' && !standard.has(name))
      .map(({ name, pointer, in: place }) => ({ name, at: pointer, place })),
  );
  // A parameter that nearly every operation has, such as `api-version`, belongs to the platform.
  const uses = groupBy(parameters, ({ name }) => name);
  const isShared = ({ name }: Named) => own.length > 3 && (uses.get(name)?.length ?? 0) > 0.8 * own.length;
  const ids = api.exposed.flatMap(({ id, pointer }) =>
    // Generators number equal names: `retrieve_1`.
    id === undefined ? [] : [{ name: id.replace(/_\d+$/, ''), at: `${pointer}/operationId` }],
  );
  return [
    { kind: 'properties', names: properties },
    // A placeholder of a path is never sent under its name.
    { kind: 'parameters', names: parameters.filter((each) => each.place !== 'path' && !isShared(each)) },
    { kind: 'path parameters', names: parameters.filter((each) => each.place === 'path' && !isShared(each)) },
    { kind: 'operationIds', names: ids },
  ];
}

function groupByStyle(names: readonly Named[]): Map<NamingStyle, Named[]> {
  return groupBy(new Map(names.map((each) => [each.name, each])).values(), ({ name }) => styleOf(name));
}
