/**
 * Compares an entry with the whole catalogue at registration. Findings are reported to the registering caller, stored
 * on the entry, and block it if the operator chose so, until an administrator accepts them.
 */
import { createHash } from 'node:crypto';
import { getPointer } from '@dragoman/documents';
import type { Diagnostic, Entry, JsonObject, JsonValue } from '@dragoman/model';
import { diagnose, isJsonObject } from '@dragoman/model';
import type { Awaitable } from '../../documents/awaitable.js';
import type { EntryDraft } from '../../documents/reader.js';
import type { LookAlikeCode } from './diagnostics.js';
import { lookAlikeDiagnostics } from './diagnostics.js';
import type { KnownNames, NamedEntry, NameIndex, NameSource } from './name-index.js';
import { isDistinctive, nameEntry, nameKeysOf } from './name-index.js';
import { skeletonOf } from './skeleton.js';

/** How similar entries are handled: ignored, marked, or marked and blocked until accepted. */
export type LookAlikePolicy = 'ignore' | 'note' | 'hold';

/** Reads the names that an entry is compared with, before the transaction that stores it. */
export type PrepareReview = (entry: NameSource) => Awaitable<ReviewEntry>;

/** Reviews an entry before it is stored; pure. It gets the entry together with the entry that it replaces. */
export type ReviewEntry = (entry: Entry, before: Entry | undefined, noticed?: Partial<Noticed>) => Reviewed;

/** Findings about an entry before it is compared with the catalogue. */
export interface Noticed {
  near: readonly NearMeaning[];
  /** Texts of the entry that address their reader. */
  texts: readonly Diagnostic[];
}

/** An operation of another entry with nearly the same meaning and a similar name. */
export interface NearMeaning {
  /** Pointer to the text of this one. */
  pointer: string;
  /** The other entry, and the name of the similar operation. */
  agent: string;
  name: string;
}

/**
 * Finds them before the decision; the review checks their providers. Undefined when meanings cannot be compared now.
 */
export type FindNearMeaning = (draft: EntryDraft) => Promise<readonly NearMeaning[] | undefined>;

/** The entry with its findings. */
export interface Reviewed {
  entry: Entry;
  diagnostics: Diagnostic[];
}

/** A finding as stored on the entry. */
interface LookAlike {
  code: LookAlikeCode | Diagnostic['code'];
  pointer: string;
  /** The other entry, or this one if the finding is about its own text, and the name concerned. */
  agent: string;
  name: string;
}

/** Maximum number of findings stored on one entry, and of words of its texts that are looked up. */
const limits = { findings: 20, words: 2000, sequence: 4 };

/** Members of `trust.verified` that the review writes. */
const members = { findings: 'look_alikes', held: 'held', accepted: 'accepted_look_alikes', status: 'held_status' };

/** Creates the review. */
export function createReview(names: Pick<NameIndex, 'around'>, policy: LookAlikePolicy): PrepareReview {
  if (policy === 'ignore') return () => (entry) => ({ entry, diagnostics: [] });
  return (draft) => {
    const around = names.around(draft);
    return around instanceof Promise ? around.then((known) => reviewWith(known, policy)) : reviewWith(around, policy);
  };
}

/** The review with these names. */
export function reviewWith(names: KnownNames, policy: LookAlikePolicy): ReviewEntry {
  return (entry, before, { near = [], texts = [] } = {}) => {
    const found = findLookAlikes(names, entry, { near, texts }).filter(isNews(names, entry, before));
    const accepted = acceptedOf(before);
    const open = found.filter((finding) => !accepted.includes(keyOf(finding)));
    // Texts that address their reader were already reported when the texts were checked.
    const diagnostics = open.flatMap(({ code, pointer, agent, name }) =>
      isLookAlike(code)
        ? [diagnose(lookAlikeDiagnostics, code, { pointer }, { other: agent.slice(0, 80), name: name.slice(0, 80) })]
        : [],
    );
    return { entry: noteFindings(entry, { found, accepted, held: policy === 'hold' && open.length > 0 }), diagnostics };
  };
}

/**
 * The stored entry with entries of nearly the same meaning added to its findings; undefined when there are no new
 * findings.
 */
export function reviewAgain(
  { names, policy }: { names: KnownNames; policy: LookAlikePolicy },
  entry: Entry,
  near: readonly NearMeaning[],
): Entry | undefined {
  const former = lookAlikesOf(entry).findings as unknown as readonly LookAlike[];
  const accepted = acceptedOf(entry);
  const known = new Set([...accepted, ...former.map(keyOf)]);
  const fresh = findNearMeanings(names, nameEntry(entry), near).filter((finding) => !known.has(keyOf(finding)));
  const found = [...former, ...fresh].slice(0, limits.findings);
  if (policy === 'ignore' || found.length === former.length) return undefined;
  return noteFindings(entry, { found, accepted, held: policy === 'hold' });
}

function isLookAlike(code: string): code is LookAlikeCode {
  return Object.hasOwn(lookAlikeDiagnostics, code);
}

/**
 * True for findings that count. Only the later entry is marked as similar to the earlier one: as long as an entry keeps
 * its name and texts, nobody can get it marked or blocked by registering a similar entry.
 */
function isNews(names: KnownNames, entry: Entry, before: Entry | undefined): (finding: LookAlike) => boolean {
  const former = names.entry(entry.id);
  if (former === undefined || before === undefined) return () => true;
  const own = nameEntry(entry);
  const known = new Set((lookAlikesOf(before).findings as unknown as readonly LookAlike[]).map(keyOf));
  const said = new Set([...textsOf(before).values()]);
  const texts = textsOf(entry);
  return (finding) => {
    const other = names.entry(finding.agent);
    if (other === undefined || other.since <= former.since || known.has(keyOf(finding))) return true;
    if (finding.pointer === '/name') return own.skeleton !== former.skeleton;
    return !said.has(texts.get(finding.pointer) ?? '');
  };
}

/** The compared texts, by pointer. */
function textsOf({ description, operations, content }: NameSource): Map<string, string> {
  const { prompts = [], resources = [], templates = [] } = content ?? {};
  const described = (path: string, items: readonly { description?: string }[]) =>
    items.slice(0, 500).map((item, at): [string, string] => [`${path}/${at}/description`, item.description ?? '']);
  return new Map([
    ['/description', description],
    ...operations.slice(0, 500).map((operation, at): [string, string] => {
      return [`/operations/${at}/description`, operation.description ?? operation.summary ?? ''];
    }),
    ...described('/content/prompts', prompts),
    ...described('/content/resources', resources),
    ...described('/content/templates', templates),
  ]);
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

/** Operations with nearly the same meaning, only of other providers. */
function findNearMeanings(names: KnownNames, own: NamedEntry, near: readonly NearMeaning[]): LookAlike[] {
  return near.flatMap(({ pointer, agent, name }) =>
    [names.entry(agent) ?? []]
      .flat()
      .filter(isOtherThan(own))
      .map(at('look-alike/same-meaning', pointer, name)),
  );
}

/** Everything that an entry has in common with entries of other providers. */
function findLookAlikes(names: KnownNames, entry: Entry, { near, texts }: Noticed): LookAlike[] {
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
    ...findCopies(names, entry, own),
    ...findNearMeanings(names, own, near),
    ...findMentions(names, entry, own),
    ...findOrders(entry, texts),
  ];
  const keys = new Map(found.map((finding) => [keyOf(finding), finding]));
  return [...keys.values()].slice(0, limits.findings);
}

/** Operations and prompts with the name and the texts of another provider's. */
function findCopies(names: KnownNames, { operations, content }: Entry, own: NamedEntry): LookAlike[] {
  return [...own.operations].flatMap(([name, digest]) => {
    if (digest === 0) return [];
    const copies = names
      .called(name)
      .filter((other) => isOtherThan(own)(other) && other.operations.get(name) === digest);
    if (copies.length === 0) return [];
    const operation = operations.findIndex((each) => each.name === name);
    const prompt = content?.prompts.findIndex((each) => each.name === name);
    const place = operation < 0 ? `/content/prompts/${prompt}` : `/operations/${operation}`;
    return copies.map(at('look-alike/same-description', `${place}/description`, name));
  });
}

/** Texts that mention another provider's operation or entry. */
function findMentions(names: KnownNames, entry: Entry, own: NamedEntry): LookAlike[] {
  const { words, sequences } = wordsOf(entry);
  const code = 'look-alike/speaks-of-another';
  return [
    ...[...words]
      .filter(([word]) => !own.operations.has(word))
      .flatMap(([word, pointer]) =>
        names
          .called(word)
          .filter(isOtherThan(own))
          .map(at(code, pointer, word)),
      ),
    ...[...sequences]
      .filter(([skeleton]) => skeleton !== own.skeleton)
      .flatMap(([skeleton, pointer]) => names.named(skeleton).filter(isOtherThan(own)).map(at(code, pointer))),
  ];
}

/** Texts of the entry that address their reader; another text at the same location is another finding. */
function findOrders(entry: Entry, texts: readonly Diagnostic[]): LookAlike[] {
  return texts.map(({ code, location: { pointer } }) => {
    const text = JSON.stringify(getPointer(entry as unknown as JsonValue, pointer) ?? '');
    const digest = createHash('sha256').update(text).digest('hex').slice(0, 12);
    return { code, pointer, agent: entry.id, name: `text ${digest}` };
  });
}

interface TextWords {
  /** Words that may name an operation, with their first location. */
  words: Map<string, string>;
  /** Skeletons of word sequences that may name an entry, with their first location. */
  sequences: Map<string, string>;
}

interface Word {
  word: string;
  /** True at the start of a sentence. */
  isFirst: boolean;
}

const capital = /^\p{Cf}*\p{Lu}/u;

function splitWords(text: string): Word[] {
  const cut = text.slice(0, 20_000);
  let end = 0;
  return [...cut.matchAll(/[\p{L}\p{N}\p{M}\p{Cf}_-]+/gu)].map(({ 0: word, index }) => {
    const isFirst = end === 0 || /[.!?:;\n]/.test(cut.slice(end, index));
    end = index + word.length;
    return { word, isFirst };
  });
}

function sequenceAt(given: readonly Word[], at: number, length: number): string {
  return given
    .slice(at, at + length)
    .map(({ word }) => word)
    .join(' ');
}

/** Every key that comparing this entry looks up, for names that are read from a database. */
export function lookedUpKeys(entry: NameSource): string[] {
  const { words, sequences } = wordsOf(entry);
  const mentioned = [...words.keys()].map((word) => `o${word}`);
  return [...nameKeysOf(nameEntry(entry)).asked, ...mentioned, ...[...sequences.keys()].map((name) => `=${name}`)];
}

/** Words and short word sequences that may be names. */
function wordsOf(entry: NameSource): TextWords {
  const found: TextWords = { words: new Map(), sequences: new Map() };
  const { words, sequences } = found;
  const take = (text: string, pointer: string) => {
    const given = splitWords(text);
    for (const [at, { word, isFirst }] of given.entries()) {
      if (words.size + sequences.size >= limits.words) return;
      if (isDistinctive(word) && !words.has(word)) words.set(word, pointer);
      if (!capital.test(word)) continue;
      // Names of providers are capitalized; so is the first word of a sentence, which alone proves nothing.
      let isName = !isFirst;
      for (let length = 1; length <= limits.sequence; length += 1) {
        const last = given[at + length - 1]?.word ?? '';
        isName ||= length > 1 && capital.test(last);
        const skeleton = isName ? skeletonOf(sequenceAt(given, at, length)) : '';
        if (skeleton.length >= 8 && !sequences.has(skeleton)) sequences.set(skeleton, pointer);
      }
    }
  };
  for (const [pointer, text] of textsOf(entry)) take(text, pointer);
  return found;
}

/** The findings of an entry, whether it is blocked, and what was accepted. */
export function lookAlikesOf({ trust }: Entry): { findings: JsonValue[]; held: boolean } {
  const findings = trust.verified?.[members.findings];
  return { findings: Array.isArray(findings) ? findings : [], held: trust.verified?.[members.held] === true };
}

/** The entry with its findings accepted; its status is again that of its document. */
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
