/** Reads the body of a resolution (aidip.md GAP-30); all problems are reported at once. */

import { escapeToken } from '@dragoman/documents';
import type { FieldError, Impact, JsonObject, JsonValue } from '@dragoman/model';
import { isJsonObject, nearestName } from '@dragoman/model';
import type { ResolveContext, ResolvePolicy, ResolveRequest } from '../../../discovery/resolve/resolution.js';
import { invalidParameters } from '../../../transport/query-string.js';
import { maxQueryLength } from '../serving/search-request.js';

/** Default and maximum number of candidates. */
export const defaultCandidates = 5;
export const maxCandidates = 20;
/** Maximum number of values in a list, and maximum length of a value. */
export const maxListed = 50;
export const maxListedLength = 256;

/** Impacts of a call, lowest first. */
export const impactWords: readonly Impact[] = ['informational', 'reversible', 'irreversible'];

const requestMembers = ['intent', 'context', 'policy', 'top', 'ranked', 'explain'];
const contextMembers = ['domain', 'locale', 'languages', 'residency', 'holds', 'prefer', 'time_zone'];
const policyMembers = [
  'certified_only',
  'verified_only',
  'min_quality_score',
  'max_latency_ms',
  'publishers',
  'max_impact',
  'authentication',
  'denied',
  'allow_deprecated',
];

/** A request, and whether its response explains the decision. */
export interface AskedResolution {
  request: ResolveRequest;
  explain: boolean;
}

/** Reads a resolution; throws `INVALID_INPUT` with all problems. */
export function readResolveRequest(body: JsonValue): AskedResolution {
  const problems: FieldError[] = [];
  if (!isJsonObject(body)) {
    throw invalidParameters([{ field: '', pointer: '', code: 'request/type', detail: 'must be a JSON object' }]);
  }
  const read = createReader(body, '', problems);
  read.known(requestMembers);
  const intent = read.text('intent', maxQueryLength);
  if (!read.has('intent') || intent?.trim() === '') {
    read.wrong('intent', 'is required: describe the task in your own words', 'request/missing');
  }
  const context = readContext(createReader(read.object('context'), '/context', problems));
  const policy = readPolicy(createReader(read.object('policy'), '/policy', problems));
  const top = read.number('top', { least: 0, most: Number.MAX_SAFE_INTEGER, whole: true });
  const ranked = read.flag('ranked') ?? true;
  const explain = read.flag('explain') ?? false;
  if (problems.length > 0) throw invalidParameters(problems);
  const most = Math.min(top ?? defaultCandidates, maxCandidates);
  return { request: { intent: intent ?? '', context, policy, top: most, ranked }, explain };
}

function readContext(read: MemberReader): ResolveContext {
  read.known(contextMembers);
  const domain = read.text('domain', maxListedLength);
  const locale = read.text('locale', 64);
  const prefer = read.word('prefer', ['quality', 'latency'] as const);
  const timeZone = read.text('time_zone', 64);
  if (timeZone !== undefined && !isTimeZone(timeZone))
    read.wrong('time_zone', 'is not an IANA time zone such as Europe/Warsaw');
  const spoken = locale?.split(/[-_]/, 1)[0]?.trim();
  return {
    ...(domain === undefined || domain.trim() === '' ? {} : { domain }),
    languages: [...(read.texts('languages') ?? []), ...(spoken ? [spoken] : [])],
    residency: read.texts('residency') ?? [],
    holds: read.texts('holds') ?? [],
    ...(prefer === undefined ? {} : { prefer }),
    ...(timeZone === undefined ? {} : { timeZone }),
  };
}

function readPolicy(read: MemberReader): ResolvePolicy {
  read.known(policyMembers);
  const found = {
    certifiedOnly: read.flag('certified_only'),
    verifiedOnly: read.flag('verified_only'),
    minQualityScore: read.number('min_quality_score', { least: 0, most: 5 }),
    maxLatencyMs: read.number('max_latency_ms', { least: 0, most: 86_400_000 }),
    publishers: read.texts('publishers'),
    maxImpact: read.word('max_impact', impactWords),
    authentication: read.texts('authentication'),
    denied: read.texts('denied'),
    allowDeprecated: read.flag('allow_deprecated'),
  };
  return Object.fromEntries(Object.entries(found).filter(([, value]) => value !== undefined)) as ResolvePolicy;
}

function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

type MemberReader = ReturnType<typeof createReader>;

/** Reads members by type; `null` counts as absent. */
function createReader(body: JsonObject | undefined, at: string, problems: FieldError[]) {
  const value = (member: string): JsonValue | undefined =>
    body !== undefined && Object.hasOwn(body, member) ? (body[member] ?? undefined) : undefined;
  const wrong = (member: string, detail: string, code = 'request/type'): undefined => {
    const pointer = `${at}/${escapeToken(member)}`;
    problems.push({ field: pointer.slice(1).replaceAll('/', '.'), pointer, code, detail });
    return undefined;
  };
  return {
    wrong,
    has: (member: string) => value(member) !== undefined,
    known(members: readonly string[]): void {
      for (const member of Object.keys(body ?? {})
        .filter((name) => !members.includes(name))
        .slice(0, 20)) {
        const near = nearestName(member, members);
        const hint = near === undefined ? `known members are ${members.join(', ')}` : `did you mean '${near}'?`;
        wrong(member.slice(0, 100), `is not a known member; ${hint}`, 'request/unknown-member');
      }
    },
    text(member: string, longest: number): string | undefined {
      const found = value(member);
      if (found === undefined) return undefined;
      if (typeof found !== 'string') return wrong(member, 'must be a string');
      return found.length > longest ? wrong(member, `is longer than ${longest} characters`) : found;
    },
    texts(member: string): string[] | undefined {
      const found = value(member);
      if (found === undefined) return undefined;
      const list = Array.isArray(found) ? found : [found];
      if (list.length > maxListed) return wrong(member, `has more than ${maxListed} values`);
      const fits = (each: JsonValue): each is string =>
        typeof each === 'string' && each.trim() !== '' && each.length <= maxListedLength;
      if (list.every(fits)) return list;
      return wrong(member, `must be a string or an array of strings, each of 1 to ${maxListedLength} characters`);
    },
    word<Word extends string>(member: string, words: readonly Word[]): Word | undefined {
      const found = value(member);
      if (found === undefined) return undefined;
      return words.find((word) => word === found) ?? wrong(member, `must be one of ${words.join(', ')}`);
    },
    number(
      member: string,
      { least, most, whole }: { least: number; most: number; whole?: boolean },
    ): number | undefined {
      const found = value(member);
      if (found === undefined) return undefined;
      const fits =
        typeof found === 'number' && found >= least && found <= most && (!whole || Number.isSafeInteger(found));
      return fits
        ? found
        : wrong(member, whole ? 'must be an integer of at least 0' : `must be a number from ${least} to ${most}`);
    },
    flag(member: string): boolean | undefined {
      const found = value(member);
      if (found === undefined) return undefined;
      return typeof found === 'boolean' ? found : wrong(member, 'must be true or false');
    },
    object(member: string): JsonObject | undefined {
      const found = value(member);
      if (found === undefined) return undefined;
      return isJsonObject(found) ? found : wrong(member, 'must be an object');
    },
  };
}
