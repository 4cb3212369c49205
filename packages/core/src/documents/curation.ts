/** Selects operations of a description when it is imported. */
import type { Visibility } from '@dragoman/model';

/** The selection from a description; absent members select everything. */
export interface Curation {
  /** Patterns: `tag:pets`, `path:/pets/**`, `method:get`, `id:list*`; one pattern of each given kind must match. */
  include?: readonly string[];
  /** Patterns of excluded operations; they take precedence. */
  exclude?: readonly string[];
  /** Names of the operations to keep, as a dry run shows them; for descriptions of every protocol. */
  operations?: readonly string[];
  /** Maximum number of operations; operations that are not deprecated first, in document order. */
  max?: number;
  /** Address at which all operations are called, instead of the document's own. */
  server?: string;
  /**
   * Media types to use where an operation offers several, the most preferred first: `multipart/form-data`, or only for
   * the operations of a pattern, `id:upload*=multipart/form-data`.
   */
  mediaTypes?: readonly string[];
  /** Id of the entry, instead of the one derived from the document. */
  id?: string;
  /** Who may see the entry, whatever the document says. */
  visibility?: Visibility;
}

/** Maximum number of patterns of one kind, and maximum length of a pattern. */
export const curationLimits = Object.freeze({ patterns: 100, length: 200, operations: 10_000 });

/** True for an id that is one plain path segment and not already used by a route of the registry. */
export function isEntryId(id: string): boolean {
  return /^[A-Za-z0-9][A-Za-z0-9._:-]{0,99}$/.test(id) && !['search', 'public', 'resolve'].includes(id);
}

/** The members of an operation that patterns match. */
export interface CuratedOperation {
  method: string;
  path: string;
  tags: readonly string[];
  operationId?: string;
  deprecated: boolean;
}

/** The number of dropped operations, by rule. */
export interface LeftOut {
  rule: string;
  count: number;
}

/** A pattern that matches nothing. */
export interface UnusedPattern {
  rule: 'include' | 'exclude';
  pattern: string;
}

type Kind = 'tag' | 'path' | 'method' | 'id';

interface Pattern {
  kind: Kind;
  fits(operation: CuratedOperation): boolean;
}

/** The problem of a pattern; undefined when it is valid. */
export function patternFault(pattern: string): string | undefined {
  if (pattern.trim() === '' || pattern.length > curationLimits.length) {
    return `must have 1 to ${curationLimits.length} characters`;
  }
  const [, kind] = /^([a-z]+):/.exec(pattern) ?? [];
  return kind === undefined || ['tag', 'path', 'method', 'id'].includes(kind)
    ? undefined
    : 'must start with tag:, path:, method: or id:, or be a path or a tag';
}

/** The selected operations in order, the number dropped by each rule, and patterns that match nothing. */
export function curate<T extends CuratedOperation>(
  operations: readonly T[],
  { include = [], exclude = [], max }: Curation,
): { taken: T[]; leftOut: LeftOut[]; unused: UnusedPattern[] } {
  const wanted = include.map(parsePattern);
  const unwanted = exclude.map(parsePattern);
  const kinds = new Set(wanted.map(({ kind }) => kind));
  const isWanted = (operation: T) =>
    [...kinds].every((kind) => wanted.some((pattern) => pattern.kind === kind && pattern.fits(operation)));
  const included = operations.filter(isWanted);
  const chosen = included.filter((operation) => !unwanted.some((pattern) => pattern.fits(operation)));
  const taken = max === undefined || chosen.length <= max ? chosen : firstOf(chosen, max);
  const counts: LeftOut[] = [
    { rule: 'include', count: operations.length - included.length },
    { rule: 'exclude', count: included.length - chosen.length },
    { rule: 'max', count: chosen.length - taken.length },
  ];
  const unusedOf = (rule: UnusedPattern['rule'], patterns: readonly Pattern[], texts: readonly string[]) =>
    texts.flatMap((pattern, at) => (operations.some((each) => patterns[at]?.fits(each)) ? [] : [{ rule, pattern }]));
  const unused = [...unusedOf('include', wanted, include), ...unusedOf('exclude', unwanted, exclude)];
  return { taken, leftOut: counts.filter(({ count }) => count > 0), unused };
}

/** The preferred media types of each operation, and the preferences that no operation has used. */
export interface MediaChoice {
  /** The type among those offered that is preferred; undefined when none is. */
  choose(operation: CuratedOperation, offered: readonly string[]): string | undefined;
  unused(): string[];
}

/** Splits `id:upload*=multipart/form-data`; a plain media type is for all operations. */
const limitedChoice = /^((?:tag|path|method|id):[^=]*)=(.+)$/s;

/** The problem of a preferred media type; undefined when it is valid. */
export function mediaTypeFault(choice: string): string | undefined {
  const [, pattern, type = choice] = limitedChoice.exec(choice) ?? [];
  const wrong = pattern === undefined ? undefined : patternFault(pattern);
  if (wrong !== undefined) return wrong;
  const isType = type.length <= curationLimits.length && /^[\w!#$&^.+-]+\/[\w!#$&^.+*-]+(?:\s*;.*)?$/.test(type);
  return isType ? undefined : 'must be a media type such as application/xml, or a pattern, "=" and a media type';
}

/** Creates the choice of media types of one import. */
export function createMediaChoice(choices: readonly string[]): MediaChoice {
  const used = new Set<string>();
  const parsed = choices.map((choice) => {
    const [, pattern, type = choice] = limitedChoice.exec(choice) ?? [];
    return { choice, type: plainType(type), pattern: pattern === undefined ? undefined : parsePattern(pattern) };
  });
  // A choice for some operations has precedence over one for all.
  parsed.sort((one, other) => Number(one.pattern === undefined) - Number(other.pattern === undefined));
  return {
    choose(operation, offered) {
      for (const { choice, type, pattern } of parsed) {
        const found = offered.find((each) => plainType(each) === type);
        if (found === undefined || pattern?.fits(operation) === false) continue;
        used.add(choice);
        return found;
      }
      return undefined;
    },
    unused: () => choices.filter((choice) => !used.has(choice)),
  };
}

/** Without parameters, in lower case. */
function plainType(mediaType: string): string {
  return (mediaType.split(';', 1)[0] ?? '').trim().toLowerCase();
}

function firstOf<T extends CuratedOperation>(operations: readonly T[], max: number): T[] {
  const ranked = [...operations].sort((one, other) => Number(one.deprecated) - Number(other.deprecated));
  const kept = new Set(ranked.slice(0, max));
  return operations.filter((operation) => kept.has(operation));
}

/** Without a kind, a pattern that starts with a slash is a path; any other is a tag. */
function parsePattern(text: string): Pattern {
  const [, named, rest = text] = /^(tag|path|method|id):(.*)$/s.exec(text) ?? [];
  const kind = (named ?? (text.startsWith('/') ? 'path' : 'tag')) as Kind;
  const glob = toGlob(rest.trim(), kind);
  const subjects: Readonly<Record<Kind, (operation: CuratedOperation) => readonly string[]>> = {
    tag: ({ tags }) => tags,
    path: ({ path }) => [path],
    method: ({ method }) => [method],
    id: ({ operationId }) => (operationId === undefined ? [] : [operationId]),
  };
  return { kind, fits: (operation) => subjects[kind](operation).some((subject) => glob(subject.toLowerCase())) };
}

/**
 * `*` matches anything within a path segment, `**` matches anything; outside paths both match anything. Linear in the
 * text.
 */
function toGlob(pattern: string, kind: Kind): (subject: string) => boolean {
  const pieces = pattern
    .toLowerCase()
    .split(/(\*+)/)
    .filter((piece) => piece !== '');
  return (subject) => {
    let ends = new Set([0]);
    for (const piece of pieces) ends = advance(subject, ends, piece, kind);
    return ends.has(subject.length);
  };
}

function advance(subject: string, starts: ReadonlySet<number>, piece: string, kind: Kind): Set<number> {
  if (!piece.startsWith('*')) {
    return new Set([...starts].filter((at) => subject.startsWith(piece, at)).map((at) => at + piece.length));
  }
  const stops = kind === 'path' && piece === '*';
  const ends = new Set<number>();
  for (let at = Math.min(...starts), running = false; at <= subject.length; at += 1) {
    running ||= starts.has(at);
    if (running) ends.add(at);
    if (stops && subject[at] === '/') running = false;
  }
  return ends;
}
