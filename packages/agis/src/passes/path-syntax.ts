/**
 * Pass 4: each path starts with a noun, contains no verbs, and writes segments and parameters in the required form
 * (AGIS §5).
 */
import { createFindings, type Finding } from '../finding.js';
import type { EndpointView, Pass, PassContext } from '../pass.js';
import { hyphenate, type PathCheck } from './path-check.js';
import { checkNumbers } from './path-numbers.js';
import { checkSegments } from './path-segments.js';
import { pathSyntaxRules } from './path-syntax-rules.js';

/** Pass 4. */
export const pathSyntax: Pass = { number: 4, name: 'Path Syntax', run };

/** Maximum length of a path that is parsed; a longer one is malformed. */
const maxPathLength = 2_000;

function run(context: PassContext): Finding[] {
  const found = createFindings(4, pathSyntaxRules, context);
  for (const endpoint of context.endpoints) {
    const { path, pointer, node, label } = endpoint;
    if (path !== undefined) checkPath(createCheck(endpoint, path, { context, found }));
    else if (!Object.hasOwn(node, 'path'))
      found.report('agis/path-missing', { pointer, element: 'path', parameters: { method: endpoint.method ?? label } });
  }
  checkNumbers(context, found);
  return found.list();
}

function createCheck(
  endpoint: EndpointView,
  path: string,
  { context, found }: { context: PassContext; found: PathCheck['found'] },
): PathCheck {
  const pointer = `${endpoint.pointer}/path`;
  return { path, pointer, method: (endpoint.method ?? '').trim(), words: context.words, found };
}

function checkPath(check: PathCheck): void {
  if (check.path.length > maxPathLength) malformed(check, `it is longer than ${maxPathLength} characters`);
  else if (!check.path.startsWith('/')) checkStart(check);
  else checkBare(check, checkQuery(check));
}

function checkBare(check: PathCheck, bare: string): void {
  if (/\s/.test(bare)) malformed(check, 'it contains white space');
  else if (/%[0-9a-fA-F]{2}/.test(bare)) malformed(check, 'it contains percent-encoding');
  else if (bare === '/') noEntity(check, 'it names no resource');
  else checkSegments({ ...check, path: bare }, checkSlashes(check, bare));
}

function checkStart({ path, pointer, found }: PathCheck): void {
  const proposal = `/${hyphenate(path.replace(/^[a-z]+:\/\/[^/]*\/?/i, '').replace(/[?#].*$/, ''))}`;
  const safe = /^[a-z0-9-]+(?:\/[a-z0-9{}_-]+)*$/.test(path);
  found.report('agis/path-start', {
    pointer,
    element: path,
    parameters: { path, proposal: proposal === '/' ? 'a path such as /reservation' : proposal },
    ...(safe ? { fix: { description: "Put '/' in front", pointer, value: `/${path}` } } : {}),
  });
}

/** Reports a query or fragment, and returns the path without it. */
function checkQuery({ path, pointer, found }: PathCheck): string {
  const at = path.search(/[?#]/);
  if (at === -1) return path;
  const bare = path.slice(0, at);
  const query = path[at] === '?';
  const names = [...path.slice(at + 1).matchAll(/(?:^|&)([^=&#]+)/g)].map((match) => match[1] ?? '').slice(0, 5);
  const inputs =
    query && names.length > 0 ? ` and declare ${names.map((name) => `'${name}'`).join(', ')} in the input schema` : '';
  found.report('agis/path-query', {
    pointer,
    element: path,
    parameters: { path, kind: query ? 'query string' : 'fragment', proposal: `Write ${bare}${inputs}.` },
  });
  return bare;
}

/** The segments; empty when empty segments make the rest meaningless. */
function checkSlashes(check: PathCheck, bare: string): string[] {
  const { path, pointer, found } = check;
  const trimmed = bare.replace(/\/$/, '');
  const segments = trimmed.slice(1).split('/');
  if (segments.includes('')) {
    malformed(check, 'a segment is empty');
    return [];
  }
  if (trimmed !== bare) {
    const fix = { description: "Remove the trailing '/'", pointer, value: trimmed };
    const safe = path === bare ? { fix } : {};
    found.report('agis/path-trailing-slash', {
      pointer,
      element: path,
      parameters: { path, proposal: trimmed },
      ...safe,
    });
  }
  return segments;
}

function malformed({ path, pointer, found }: PathCheck, reason: string): void {
  found.report('agis/path-malformed', { pointer, element: path, parameters: { path, reason } });
}

function noEntity({ path, pointer, found }: PathCheck, reason: string): void {
  found.report('agis/path-no-entity', { pointer, element: path, parameters: { path, reason } });
}
