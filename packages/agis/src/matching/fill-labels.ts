/**
 * Fills parameters that the instruction names: "repo harbor", "with the label mail-1", "named Regatta",
 * "assigned to mona", "tags prod and db".
 */
import type { JsonValue } from '@dragoman/model';
import type { Filling } from './filling.js';
import { fill, openSlots } from './filling.js';
import { catchText } from './hint-patterns.js';
import type { Mention } from './mentions.js';
import type { ParameterSlot } from './parameter-slots.js';
import { termOf } from './read-instruction.js';
import { valueFor } from './slot-evidence.js';
import type { Token } from './tokens.js';

const passedOver = /^(?:of|is|the|a|an|named|called|titled|:|=|number|id|code|name|handle|with|has|my)$/;
const ends =
  /^(?:and|with|in|of|to|for|from|at|on|as|by|or|but|due|that|who|which|please|over|under|within|,|;|\.|!|\?|\))$/;
/** Words that are never the value of a parameter. */
const neverValues =
  /^(?:and|with|in|of|to|for|from|at|on|as|by|or|but|that|who|which|please|the|a|an|is|are|was|it|this|these|those|my|your|our|me|all|any|not|no|titled|named|called|due|enabled|disabled|assigned|saying|if|than|into|code|number|id|access|wants?|needs?)$/;
const generic = /^(?:id|gid|sid|code|number|name|value|key|type|text|no|to|from|in|is|title|t|y|n|q|r)$/;
/** Other wordings that lead to a parameter of this name. */
const aliases: Readonly<Record<string, readonly (readonly string[])[]>> = {
  assignee: [
    ['assigned', 'to'],
    ['assign', 'it', 'to'],
    ['assign', 'to'],
  ],
  username: [['user'], ['collaborator'], ['member']],
  user: [['username']],
  labels: [['label']],
  tags: [['tag']],
  zip: [['zip', 'code'], ['postcode']],
  description: [['described', 'as']],
  firstname: [['first', 'name']],
  lastname: [['last', 'name'], ['surname']],
};
const naming = /^(?:named|called|titled|entitled|labell?ed)$/;
const nameSlots: readonly string[] = [
  'name',
  'title',
  'uniquename',
  'unique name',
  'label',
  'summary',
  'subject',
  'display name',
];

/** Fills the parameters that are named. */
export function fillLabels(work: Filling): void {
  splitPath(work);
  fillNamed(work);
  for (const slot of openSlots(work, 'text', 'code', 'list', 'number', 'phone', 'email')) {
    for (const label of labelsOf(work, slot)) if (fillAfter(work, slot, label)) break;
  }
}

/** `owner/repo` in one word. */
function splitPath(work: Filling): void {
  const code = work.instruction.mentions.find((each) => each.kind === 'code' && /^[\w-]+\/[\w.-]+$/.test(each.text));
  const [owner, repo] = ['owner', 'repo'].map((name) => openSlots(work, 'text').find((slot) => slot.name === name));
  if (code?.kind !== 'code' || owner === undefined || repo === undefined) return;
  const [first = '', second = ''] = code.text.split('/');
  fill(work, owner, first, [code.start]);
  fill(work, repo, second, [code.start]);
}

function fillNamed(work: Filling): void {
  const { tokens } = work.instruction;
  const at = tokens.findIndex(({ lower }) => naming.test(lower));
  if (at === -1) return;
  const open = openSlots(work, 'text');
  const slot = nameSlots
    .map((name) => open.find(({ parts }) => parts.join(' ') === name))
    .find((each) => each !== undefined);
  const caught = slot === undefined ? undefined : catchText(tokens, at + 1, work.taken);
  if (slot === undefined || caught === undefined) return;
  const quoted = tokens[caught.indexes[0] ?? -1];
  if (quoted?.kind === 'quoted') fill(work, slot, quoted.text, [quoted.index]);
  else fill(work, slot, caught.text, caught.indexes);
}

/** The sequences of words that lead to a slot, the most specific first. */
function labelsOf({ words }: Filling, { parts, path, kind }: ParameterSlot): string[][] {
  const key = parts.join('');
  const others = Object.hasOwn(aliases, key) ? (aliases[key] ?? []) : [];
  const parent = path.length > 1 ? (path.at(-2) ?? '').toLowerCase() : '';
  const telling = parts.filter((part) => !generic.test(part));
  const own =
    parts.length === 1 && generic.test(parts[0] ?? '') && !/^(?:name|title)$/.test(parts[0] ?? '') ? [] : [parts];
  const short = telling.length > 0 && telling.length < parts.length && kind !== 'number' ? [telling] : [];
  const under = telling.length === 0 && parent !== '' && kind !== 'number' ? [[parent]] : [];
  return [...own, ...others, ...short, ...under].map((label) => label.map((word) => termOf(word, words)));
}

function fillAfter(work: Filling, slot: ParameterSlot, label: readonly string[]): boolean {
  const { tokens } = work.instruction;
  for (let at = 0; at + label.length < tokens.length; at += 1) {
    const met = label.every((word, step) => {
      const { lower = '', kind } = tokens[at + step] ?? {};
      return kind === 'word' && (lower === word || termOf(lower, work.words) === word);
    });
    if (!met) continue;
    let from = at + label.length;
    while (passedOver.test(tokens[from]?.lower ?? '') && from - at < 6) from += 1;
    if (slot.kind === 'list' ? fillList(work, slot, from) : fillOne(work, slot, from)) return true;
  }
  return false;
}

function fillOne(work: Filling, slot: ParameterSlot, at: number): boolean {
  const token = work.instruction.tokens[at];
  if (token === undefined || work.taken.has(at)) return false;
  if (token.kind === 'quoted') return slot.kind !== 'number' && fill(work, slot, token.text, [at]);
  const mention = work.instruction.mentions.find(({ start }) => start === at);
  const value =
    mention === undefined ? undefined : (labelledValue(slot, mention, token) ?? valueFor(work, slot, mention));
  if (mention !== undefined && value !== undefined) return fill(work, slot, value, indexesOf(mention));
  if (mention !== undefined || slot.kind === 'number' || !isValueWord(work, at)) return false;
  return (slot.kind === 'text' || slot.kind === 'code') && fill(work, slot, token.text, [at]);
}

/** A number after the name of an identifier is taken as it is written. */
function labelledValue({ kind }: ParameterSlot, mention: Mention, token: Token): JsonValue | undefined {
  if ((kind === 'code' || kind === 'text') && mention.kind === 'number' && mention.end - mention.start === 1)
    return token.text.replace(/,$/, '');
  return kind === 'code' && (mention.kind === 'name' || mention.kind === 'acronym') ? mention.text : undefined;
}

function indexesOf({ start, end }: Mention): number[] {
  return Array.from({ length: end - start }, (_, step) => start + step);
}

/** A single word that ends its phrase: "repo harbor of", not "customer service hours". */
function isValueWord({ instruction: { tokens } }: Filling, at: number): boolean {
  const { kind, lower = '' } = tokens[at] ?? {};
  if ((kind !== 'word' && kind !== 'handle' && kind !== 'code') || neverValues.test(lower)) return false;
  const next = tokens[at + 1];
  return next === undefined || next.kind === 'mark' || ends.test(next.lower);
}

function fillList(work: Filling, slot: ParameterSlot, from: number): boolean {
  const { tokens } = work.instruction;
  const values: string[] = [];
  const indexes: number[] = [];
  for (let at = from; at < tokens.length; at += 1) {
    const token = tokens[at];
    if (token === undefined) break;
    if (values.length > 0 && (token.lower === 'and' || token.lower === ',')) continue;
    const follows = values.length === 0 || ['and', ','].includes(tokens[at - 1]?.lower ?? '');
    const value = token.kind === 'quoted' || isValueWord(work, at);
    if (!follows || !value || work.taken.has(at)) break;
    values.push(token.text);
    indexes.push(at);
  }
  return values.length > 0 && fill(work, slot, values, indexes);
}
