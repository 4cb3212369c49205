/** Checks the segments of a path: parameters in braces, the spelling of the others, then their words. */
import { hyphenate, type PathCheck } from './path-check.js';
import { checkWords } from './path-words.js';

const parameter = /^\{([^{}]*)\}$/;

/** Checks every segment of a path without empty segments. */
export function checkSegments(check: PathCheck, segments: readonly string[]): void {
  if (segments[0] !== undefined) checkFirst(check, segments[0]);
  const names = new Set<string>();
  segments.forEach((segment, at) => {
    if (/[{}:<>*]/.test(segment)) checkParameter(check, segment, names);
    else checkLiteral(check, segments, at);
  });
}

function checkFirst(check: PathCheck, first: string): void {
  const reason = parameter.test(first)
    ? 'a parameter comes first'
    : /^v\d+(?:\.\d+)*$/i.test(first)
      ? 'a version is not a noun'
      : /^\d+$/.test(first)
        ? 'a number is not a noun'
        : undefined;
  if (reason === undefined) return;
  const { path, pointer, found } = check;
  found.report('agis/path-no-entity', { pointer, element: first, parameters: { path, reason } });
}

function checkParameter({ path, pointer, found }: PathCheck, segment: string, names: Set<string>): void {
  const name = parameter.exec(segment)?.[1];
  if (name === undefined || !/^[A-Za-z_][A-Za-z0-9_-]*$/.test(name)) {
    const bare = snakeCase(segment.replace(/[^A-Za-z0-9_-]/g, ''));
    const proposal = /^[a-z]/.test(bare) ? `{${bare}}` : '{id}';
    found.report('agis/path-braces', {
      pointer,
      element: segment,
      parameters: { segment, proposal, name: '{name}' },
    });
    return;
  }
  if (names.has(name))
    found.report('agis/path-parameter-twice', { pointer, element: segment, parameters: { path, name } });
  names.add(name);
  if (/^[a-z][a-z0-9]*(?:_[a-z0-9]+)*$/.test(name)) return;
  found.report('agis/path-parameter-case', {
    pointer,
    element: segment,
    parameters: { name, proposal: `{${snakeCase(name)}}` },
  });
}

function snakeCase(name: string): string {
  return hyphenate(name)
    .replace(/-+/g, '_')
    .replace(/^_+|_+$/g, '');
}

function checkLiteral(check: PathCheck, segments: readonly string[], at: number): void {
  const segment = segments[at] ?? '';
  const { path, pointer, found } = check;
  if (!/^[A-Za-z0-9_-]+$/.test(segment)) {
    const reason = /^\.+$/.test(segment)
      ? `'${segment}' is a relative step, not a name`
      : `'${segment}' has characters other than letters, digits and hyphens`;
    found.report('agis/path-malformed', { pointer, element: segment, parameters: { path, reason } });
    return;
  }
  const spelt = /[A-Z_]/.test(segment) ? checkCase(check, segments, at) : segment;
  if (/^-|--|-$/.test(spelt)) {
    const reason = `'${segment}' has a misplaced hyphen`;
    found.report('agis/path-malformed', { pointer, element: segment, parameters: { path, reason } });
    return;
  }
  checkWords(check, { segments, at, words: spelt.split('-'), camel: /[a-z][A-Z]/.test(segment) });
}

/** Reports the spelling, and returns the corrected segment. */
function checkCase({ path, pointer, found }: PathCheck, segments: readonly string[], at: number): string {
  const segment = segments[at] ?? '';
  const proposal = hyphenate(segment);
  const value = `/${segments.map((each, place) => (place === at ? proposal : each)).join('/')}`;
  const fix = { description: `Write the segment as '${proposal}'`, pointer, value };
  // One edit replaces the whole path, so a second wrong segment is fixed in the next run.
  const only = path.split('/').filter((each) => /[A-Z_]/.test(each.replace(/^\{.*\}$/, ''))).length === 1;
  found.report('agis/path-case', {
    pointer,
    element: segment,
    parameters: { segment, proposal },
    ...(only ? { fix } : {}),
  });
  return proposal;
}
