/**
 * Pass 4: each path starts with a noun, contains no verbs, and writes segments and parameters in the required form
 * (AGIS §5).
 */
import { createFindings, type Finding } from '../finding.js';
import type { EndpointView, Pass, PassContext } from '../pass.js';
import { hyphenate, type PathJudge } from './path-judge.js';
import { judgeNumbers } from './path-numbers.js';
import { judgeSegments } from './path-segments.js';
import { pathSyntaxRules } from './path-syntax-rules.js';

/** Pass 4. */
export const pathSyntax: Pass = { number: 4, name: 'Path Syntax', run };

/** Maximum length of a path that is parsed; a longer one is malformed. */
const longestPath = 2_000;

function run(context: PassContext): Finding[] {
  const found = createFindings(4, pathSyntaxRules, context);
  for (const endpoint of context.endpoints) {
    const { path, pointer, node, label } = endpoint;
    if (path !== undefined) judgePath(createJudge(endpoint, path, { context, found }));
    else if (!Object.hasOwn(node, 'path'))
      found.report('agis/path-missing', { pointer, element: 'path', parameters: { method: endpoint.method ?? label } });
  }
  judgeNumbers(context, found);
  return found.list();
}

function createJudge(
  endpoint: EndpointView,
  path: string,
  { context, found }: { context: PassContext; found: PathJudge['found'] },
): PathJudge {
  const pointer = `${endpoint.pointer}/path`;
  return { path, pointer, method: (endpoint.method ?? '').trim(), words: context.words, found };
}

function judgePath(judge: PathJudge): void {
  if (judge.path.length > longestPath) malformed(judge, `it is longer than ${longestPath} characters`);
  else if (!judge.path.startsWith('/')) judgeStart(judge);
  else judgeBare(judge, judgeQuery(judge));
}

function judgeBare(judge: PathJudge, bare: string): void {
  if (/\s/.test(bare)) malformed(judge, 'it contains white space');
  else if (/%[0-9a-fA-F]{2}/.test(bare)) malformed(judge, 'it contains percent-encoding');
  else if (bare === '/') noEntity(judge, 'it names no resource');
  else judgeSegments({ ...judge, path: bare }, judgeSlashes(judge, bare));
}

function judgeStart({ path, pointer, found }: PathJudge): void {
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
function judgeQuery({ path, pointer, found }: PathJudge): string {
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
function judgeSlashes(judge: PathJudge, bare: string): string[] {
  const { path, pointer, found } = judge;
  const trimmed = bare.replace(/\/$/, '');
  const segments = trimmed.slice(1).split('/');
  if (segments.includes('')) {
    malformed(judge, 'a segment is empty');
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

function malformed({ path, pointer, found }: PathJudge, reason: string): void {
  found.report('agis/path-malformed', { pointer, element: path, parameters: { path, reason } });
}

function noEntity({ path, pointer, found }: PathJudge, reason: string): void {
  found.report('agis/path-no-entity', { pointer, element: path, parameters: { path, reason } });
}
