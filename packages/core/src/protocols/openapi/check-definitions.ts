/**
 * Reports violations of the specification in named schemas, security schemes and tags, which operations may not even
 * use and which the official schemas do not exclude.
 */

import { childPointer, getPointer } from '@dragoman/documents';
import { isJsonObject } from '@dragoman/model';
import { checkRequired } from './check-required.js';
import type { OpenApiDocument } from './document.js';
import { member } from './wire.js';

/** Checks what is declared by name; the schemas of Swagger 2.0 have stricter rules than JSON Schema. */
export function checkDefinitions(document: OpenApiDocument): void {
  checkComponentNames(document);
  checkTagParents(document);
  if (document.version !== '2.0') return;
  checkScopes(document);
  const definitions = getPointer(document.root, '/components/schemas');
  if (!isJsonObject(definitions)) return;
  for (const [name, schema] of Object.entries(definitions))
    checkRequired(document, schema, childPointer('/components/schemas', name));
}

/** The official schema of 3.0 does not check the names of components (§4.7.7), the later ones do. */
function checkComponentNames({ root, version, findings }: OpenApiDocument): void {
  const components = member(root, 'components');
  if (version !== '3.0' || !isJsonObject(components)) return;
  for (const [group, members] of Object.entries(components)) {
    if (group.startsWith('x-') || !isJsonObject(members)) continue;
    for (const name of Object.keys(members)) {
      if (/^[a-zA-Z0-9.\-_]+$/.test(name)) continue;
      findings.report('openapi/component-name', `/components/${group}${childPointer('', name)}`, { name });
    }
  }
}

/** Swagger 2.0 requires "scopes" of every OAuth scheme; the conversion to 3.0 adds a missing one. */
function checkScopes({ given, findings }: OpenApiDocument): void {
  const schemes = member(given, 'securityDefinitions');
  if (!isJsonObject(schemes)) return;
  for (const [name, scheme] of Object.entries(schemes))
    if (isJsonObject(scheme) && scheme.type === 'oauth2' && scheme.scopes === undefined)
      findings.report('openapi/scopes', childPointer('/securityDefinitions', name), { name });
}

/** Parents of tags, new in 3.2, are declared tags and form no circle. */
function checkTagParents({ given, version, findings }: OpenApiDocument): void {
  if (version !== '3.2' || !Array.isArray(given.tags)) return;
  const tags = given.tags.filter(isJsonObject);
  const parents = new Map(tags.map(({ name, parent }) => [name, parent]));
  for (const [at, { name, parent }] of tags.entries()) {
    if (typeof parent !== 'string') continue;
    const problem = !parents.has(parent) ? 'is not declared' : isOwnAncestor(name, parents) ? 'is below it' : undefined;
    if (problem !== undefined)
      findings.report('openapi/tag-parent', `/tags/${at}/parent`, { name: String(name), parent, problem });
  }
}

function isOwnAncestor(name: unknown, parents: ReadonlyMap<unknown, unknown>): boolean {
  const seen = new Set<unknown>();
  for (let above = parents.get(name); above !== undefined && !seen.has(above); above = parents.get(above)) {
    if (above === name) return true;
    seen.add(above);
  }
  return false;
}
