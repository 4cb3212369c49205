/** Checks the segments of a path: parameters in braces, the spelling of the others, then their words. */
import { hyphenate, type PathJudge } from './path-judge.js';
import { judgeWords } from './path-words.js';

const parameter = /^\{([^{}]*)\}$/;

/** Checks every segment of a path without empty segments. */
export function judgeSegments(judge: PathJudge, segments: readonly string[]): void {
  if (segments[0] !== undefined) judgeFirst(judge, segments[0]);
  const names = new Set<string>();
  segments.forEach((segment, at) => {
    if (/[{}:<>*]/.test(segment)) judgeParameter(judge, segment, names);
    else judgeLiteral(judge, segments, at);
  });
}

function judgeFirst(judge: PathJudge, first: string): void {
  const reason = parameter.test(first)
    ? 'a parameter comes first'
    : /^v\d+(?:\.\d+)*$/i.test(first)
      ? 'a version is not a noun'
      : /^\d+$/.test(first)
        ? 'a number is not a noun'
        : undefined;
  if (reason === undefined) return;
  const { path, pointer, found } = judge;
  found.report('agis/path-no-entity', { pointer, element: first, parameters: { path, reason } });
}

function judgeParameter({ path, pointer, found }: PathJudge, segment: string, names: Set<string>): void {
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

function judgeLiteral(judge: PathJudge, segments: readonly string[], at: number): void {
  const segment = segments[at] ?? '';
  const { path, pointer, found } = judge;
  if (!/^[A-Za-z0-9_-]+$/.test(segment)) {
    const reason = /^\.+$/.test(segment)
      ? `'${segment}' is a relative step, not a name`
      : `'${segment}' has characters other than letters, digits and hyphens`;
    found.report('agis/path-malformed', { pointer, element: segment, parameters: { path, reason } });
    return;
  }
  const spelt = /[A-Z_]/.test(segment) ? judgeCase(judge, segments, at) : segment;
  if (/^-|--|-$/.test(spelt)) {
    const reason = `'${segment}' has a misplaced hyphen`;
    found.report('agis/path-malformed', { pointer, element: segment, parameters: { path, reason } });
    return;
  }
  judgeWords(judge, { segments, at, words: spelt.split('-'), camel: /[a-z][A-Z]/.test(segment) });
}

/** Reports the spelling, and returns the corrected segment. */
function judgeCase({ path, pointer, found }: PathJudge, segments: readonly string[], at: number): string {
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
