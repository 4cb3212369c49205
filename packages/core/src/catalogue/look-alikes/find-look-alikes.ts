/**
 * Holds an entry against the whole catalogue at registration. Findings are told to whoever registers, stand on the
 * entry, and hold it back where the operator says so, until an administrator has accepted them.
 */
import type { Diagnostic, Entry, JsonObject, JsonValue } from '@dragoman/model';
import { diagnose, isJsonObject } from '@dragoman/model';
import type { EntryDraft } from '../../documents/reader.js';
import type { LookAlikeCode } from './diagnostics.js';
import { lookAlikeDiagnostics } from './diagnostics.js';
import type { NamedEntry, NameIndex } from './name-index.js';
import { nameEntry } from './name-index.js';
import { plainName } from './skeleton.js';

/** What happens to an entry that looks like another: nothing, a note on it, or a note and no calls until accepted. */
export type LookAlikePolicy = 'ignore' | 'note' | 'hold';

/** Looks at an entry that is about to be stored, beside the one whose place it takes. */
export type ReviewEntry = (entry: Entry, before: Entry | undefined, near?: readonly NearMeaning[]) => Reviewed;

/** An operation of another entry that means nearly the same as one of this, and is called alike. */
export interface NearMeaning {
  /** Where the text of this one stands. */
  pointer: string;
  /** The other entry, and the name of what is meant. */
  agent: string;
  name: string;
}

/**
 * Finds them before anything is decided; whose they are is looked at by the review. Undefined when meanings cannot be compared
 * at present.
 */
export type FindNearMeaning = (draft: EntryDraft) => Promise<readonly NearMeaning[] | undefined>;

/** The entry with its findings. */
export interface Reviewed {
  entry: Entry;
  diagnostics: Diagnostic[];
}

/** A finding as it stands on the entry. */
interface LookAlike {
  code: LookAlikeCode;
  pointer: string;
  /** The other entry, and what of it is meant. */
  agent: string;
  name: string;
}

/** Findings kept on one entry, and words of its texts that are looked up. */
const most = { findings: 20, words: 2000, sequence: 4 };

/** Members of `trust.verified` that this writes. */
const members = { findings: 'look_alikes', held: 'held', accepted: 'accepted_look_alikes', status: 'held_status' };

/** Makes the review. */
export function createReview(names: NameIndex, policy: LookAlikePolicy): ReviewEntry {
  if (policy === 'ignore') return (entry) => ({ entry, diagnostics: [] });
  return (entry, before, near = []) => {
    const found = findLookAlikes(names, entry, near);
    const accepted = acceptedOf(before);
    const open = found.filter((finding) => !accepted.includes(keyOf(finding)));
    const diagnostics = open.map(({ code, pointer, agent, name }) =>
      diagnose(lookAlikeDiagnostics, code, { pointer }, { other: agent.slice(0, 80), name: name.slice(0, 80) }),
    );
    return { entry: noteFindings(entry, { found, accepted, held: policy === 'hold' && open.length > 0 }), diagnostics };
  };
}

/** The stored entry with what means nearly the same among its findings; undefined when there is nothing new to say of it. */
export function reviewAgain(
  { names, policy }: { names: NameIndex; policy: LookAlikePolicy },
  entry: Entry,
  near: readonly NearMeaning[],
): Entry | undefined {
  const former = lookAlikesOf(entry).findings as unknown as readonly LookAlike[];
  const accepted = acceptedOf(entry);
  const known = new Set([...accepted, ...former.map(keyOf)]);
  const fresh = findNearMeanings(names, nameEntry(entry), near).filter((finding) => !known.has(keyOf(finding)));
  const found = [...former, ...fresh].slice(0, most.findings);
  if (policy === 'ignore' || found.length === former.length) return undefined;
  return noteFindings(entry, { found, accepted, held: policy === 'hold' });
}

function keyOf({ code, agent, name }: LookAlike): string {
  return `${code} ${agent} ${name}`;
}

function acceptedOf(entry: Entry | undefined): string[] {
  const accepted = entry?.trust.verified?.[members.accepted];
  return Array.isArray(accepted) ? accepted.filter((each) => typeof each === 'string') : [];
}

interface Noting {
  found: readonly LookAlike[];
  accepted: readonly string[];
  held: boolean;
}

function noteFindings(entry: Entry, { found, accepted, held }: Noting): Entry {
  if (found.length === 0) return entry;
  const notes: JsonObject = {
    [members.findings]: found.map((finding) => ({ ...finding })),
    ...(accepted.length === 0 ? {} : { [members.accepted]: [...accepted] }),
    ...(held && !lookAlikesOf(entry).held ? { [members.held]: true, [members.status]: entry.status } : {}),
  };
  const trust = { ...entry.trust, verified: { ...entry.trust.verified, ...notes } };
  return { ...entry, trust, ...(held ? { status: 'inactive' } : {}) };
}

/** True for an entry of another provider. */
const isOtherThan = (own: NamedEntry) => (other: NamedEntry) =>
  other.id !== own.id && (other.owner !== own.owner || other.host !== own.host);

const at = (code: LookAlikeCode, pointer: string, name?: string) => (other: NamedEntry) => ({
  code,
  pointer,
  agent: other.id,
  name: name ?? other.name,
});

/** What means nearly the same, of other providers alone. */
function findNearMeanings(names: NameIndex, own: NamedEntry, near: readonly NearMeaning[]): LookAlike[] {
  return near.flatMap(({ pointer, agent, name }) =>
    [names.entry(agent) ?? []]
      .flat()
      .filter(isOtherThan(own))
      .map(at('look-alike/same-meaning', pointer, name)),
  );
}

/** Everything that an entry has in common with entries of other providers. */
function findLookAlikes(names: NameIndex, entry: Entry, near: readonly NearMeaning[]): LookAlike[] {
  const own = nameEntry(entry);
  const isOther = isOtherThan(own);
  const alike = names.alike(own.skeleton).filter(isOther);
  const equal = alike.filter((other) => other.plain === own.plain);
  const disguised = alike.filter((other) => other.plain !== own.plain);
  const found = [
    ...equal.map(at('look-alike/equal-name', '/name')),
    ...disguised.map(at('look-alike/same-to-the-eye', '/name')),
    ...names.near(own.skeleton).filter(isOther).map(at('look-alike/near-name', '/name')),
    ...(own.text === ''
      ? []
      : names.saying(own.text).filter(isOther).map(at('look-alike/same-description', '/description'))),
    ...findNearMeanings(names, own, near),
    ...[...wordsOf(entry)].flatMap(([word, pointer]) =>
      own.operations.includes(word) || word === own.plain
        ? []
        : names
            .called(word)
            .filter(isOther)
            .map(at('look-alike/speaks-of-another', pointer, word)),
    ),
  ];
  const keys = new Map(found.map((finding) => [keyOf(finding), finding]));
  return [...keys.values()].slice(0, most.findings);
}

/** Words and short sequences of words that may name something, with where they first stand. */
function wordsOf({ description, operations }: Entry): Map<string, string> {
  const words = new Map<string, string>();
  const take = (text: string | undefined, pointer: string) => {
    const given = (text ?? '')
      .slice(0, 20_000)
      .split(/[^\p{L}\p{N}_-]+/u)
      .filter((word) => word !== '');
    for (const [at, word] of given.entries()) {
      if (words.size >= most.words) return;
      if (word.includes('_') && word.length >= 8 && !words.has(word)) words.set(word, pointer);
      if (!/^\p{Lu}/u.test(word)) continue;
      // Names of providers are written with capitals; sequences that begin with none are ordinary prose.
      for (let length = 1; length <= most.sequence; length += 1) {
        const name = plainName(given.slice(at, at + length).join(' '));
        if (name.length >= 8 && !words.has(name)) words.set(name, pointer);
      }
    }
  };
  take(description, '/description');
  for (const [at, operation] of operations.slice(0, 500).entries()) {
    take(operation.description ?? operation.summary, `/operations/${at}/description`);
  }
  return words;
}

/** What was found of an entry, whether it is held, and what was accepted. */
export function lookAlikesOf({ trust }: Entry): { findings: JsonValue[]; held: boolean } {
  const findings = trust.verified?.[members.findings];
  return { findings: Array.isArray(findings) ? findings : [], held: trust.verified?.[members.held] === true };
}

/** The entry with its findings accepted: it has again the status that its document gives it. */
export function acceptFindings(entry: Entry): Entry {
  const { [members.held]: _, [members.status]: status, ...verified } = entry.trust.verified ?? {};
  const { findings } = lookAlikesOf(entry);
  const keys = findings.flatMap((each) => (isJsonObject(each) ? [`${each.code} ${each.agent} ${each.name}`] : []));
  const accepted = [...new Set([...acceptedOf(entry), ...keys])].slice(0, 200);
  const back = status === 'deprecated' || status === 'inactive' ? status : 'active';
  return {
    ...entry,
    ...(lookAlikesOf(entry).held ? { status: back } : {}),
    trust: { ...entry.trust, verified: { ...verified, [members.accepted]: accepted } },
  };
}
