/**
 * Why a GET may do something although no known word says so. Where its text is in an unsupported language, or where
 * the end of its path is no name of a thing, silence is no evidence: only a text or a structure that shows a read counts.
 */
import { unknownName, englishWords as words } from '@dragoman/core/descriptions';
import type { Api, ApiOperation } from '../api/api.js';
import { literalSegments } from '../api/list-path-operations.js';
import { readsElsewhere } from './foreign-readings.js';
import { ownName } from './own-name.js';
import { hasItems, isShownResource, parentOf } from './shown-resource.js';

/** What the texts of an operation say: that it reads, in English or not, or nothing that proves it. */
export type TextReading = 'reads' | 'reads elsewhere' | 'unread' | 'open' | 'none';

/** Reads the summary and the description. */
export function readTexts({ summary, description }: ApiOperation): TextReading {
  const texts = [summary, firstSentence(description)].filter((text): text is string => /\p{L}/u.test(text ?? ''));
  if (texts.length === 0) return 'none';
  const english = texts.filter(isEnglish);
  if (english.some(startsReading)) return 'reads';
  if (english.length > 0) return 'open';
  // No other part is understood, so every text must be a reading.
  const all = [summary, description].filter((text): text is string => /\p{L}/u.test(text ?? ''));
  return all.every(readsElsewhere) ? 'reads elsewhere' : 'unread';
}

/** Why a GET may act; undefined when its words or the structure of the document show that it reads. */
export function whyUncertain(api: Api, operation: ApiOperation): string | undefined {
  const said = readTexts(operation);
  if (said === 'reads' || said === 'reads elsewhere' || isResource(api, operation, said)) return undefined;
  if (said === 'unread') return 'its text is in an unsupported language';
  const { method, path, summary, description } = operation;
  const found = unknownName({ method, path, name: ownName(operation), summary, description });
  if (found !== undefined) return reasonOf(found.word);
  const event = eventAt(operation);
  return event === undefined ? undefined : `'${event}' may name an action`;
}

/** The same for a location that is not described; it may end in a name that somebody chose, so only verb forms count. */
export function whyVerbForm(evidence: { method: string; path: string }): string | undefined {
  const found = unknownName(evidence);
  return found?.isVerbForm === true ? reasonOf(found.word) : undefined;
}

const reasonOf = (word: string) => `'${word}' may be a verb of another language`;

function isResource(api: Api, operation: ApiOperation, said: TextReading): boolean {
  if (isShownResource(api, operation)) return true;
  const parent = parentOf(api, operation);
  if (parent !== undefined) return whyUncertain(api, parent) === undefined;
  return said === 'none' && hasItems(api, operation);
}

function firstSentence(text: string | undefined): string | undefined {
  return text
    ?.trim()
    .slice(0, 400)
    .split(/(?<=[.!?。])\s|\n/)[0];
}

/** Words that almost every English sentence of four words has one of, and those of languages with similar words. */
const common =
  /^(?:an?|the|all|of|to|for|by|and|or|with|in|on|at|as|from|this|that|these|your|their|its|is|are|be|has|get|list|every|each|per)$/i;
const foreign =
  /^(?:de|del|la|el|los|las|una?|por|para|con|les?|des|du|une|et|der|die|das|den|eine?|und|von|zu|mit|il|di|dei|degli|delle|gli|lo|per|van|het|een|voor|os|do|dos|da|das|em|uma|todos|todas|alle|alla|og|och|av|til|til|för|w|z|na)$/i;

/** True unless most words are in no English dictionary, or small words of other languages outnumber the English ones. */
function isEnglish(text: string): boolean {
  const [start = ''] = text.match(/^\p{L}+/u) ?? [];
  const parts = text.replaceAll(/(?<=\p{Ll})(?=\p{Lu})/gu, ' ').match(/\p{L}+/gu) ?? [];
  const count = (test: (part: string) => boolean) => parts.filter(test).length;
  const small = count((part) => common.test(part));
  if (count((part) => foreign.test(part) && !common.test(part)) > small) return false;
  if (/^(?:gets?|list|finds?|returns?|retrieves?|fetch|reads?)$/i.test(start) && parts.length > 1) return true;
  return 2 * count((part) => common.test(part) || isListed(part.toLowerCase())) >= parts.length;
}

function isListed(word: string): boolean {
  if (word.length < 3) return /^[a-z]+$/.test(word);
  const { isNoun, isListedVerb, isAdjective, isAdverb, inflectionOf, singularOf } = words;
  const isKnown = isNoun(word) || isListedVerb(word) || isAdjective(word) || isAdverb(word);
  return isKnown || inflectionOf(word) !== undefined || singularOf(word) !== word;
}

/** How a sentence about an operation begins before its verb. */
const lead =
  /^(?:(?:this|the) (?:\w+ )?(?:endpoint|operation|api|call|request|method|resource|route|function)\s*|it\s+|(?:allows?|enables?|lets) (?:\w+ )?(?:to )?|(?:can|may|will) (?:be used )?(?:to )?|(?:is )?used (?:to|for) |use this (?:\w+ )?to |to )+/i;

/** "Get connector docs", "This endpoint returns …", "Is the user banned?", "How much …". */
function startsReading(text: string): boolean {
  const [start = ''] =
    text
      .trim()
      .replace(lead, '')
      .match(/[a-z]+/i) ?? [];
  const word = start.toLowerCase();
  if (/^(?:how|which|what|who|whose|when|where|whether)$/.test(word)) return true;
  if (/^(?:is|are|does|do|has|have|can)$/.test(word) && text.trim().endsWith('?')) return true;
  const base = words.baseOf(word);
  const isReading = (verb: string) => {
    const families = words.familiesOf(verb);
    return families.length > 0 && families.every((family) => family === 'find' || family === 'read');
  };
  return isReading(base) || /^(?:return|show|view|display|check|download|provide|give|list|count|describe)$/.test(base);
}

/** The noun at the end of a path that names what happens rather than a thing: `/keys/rotation`. */
function eventAt(operation: ApiOperation): string | undefined {
  const { path, summary = '' } = operation;
  if (/\}\/?$/.test(path)) return undefined;
  const segment = (literalSegments(path).at(-1) ?? '').toLowerCase();
  const [noun = ''] = /[a-z]+$/.exec(segment.replace(/\.[a-z]{2,4}$|auto-complete$/, '')) ?? [];
  return words.singularOf(noun) === noun &&
    isEvent(noun) &&
    !namesRead(ownName(operation) ?? '') &&
    !isStated(noun, summary)
    ? noun
    : undefined;
}

/** "The rotation of the crops": an order has no article before its verb. */
function isStated(noun: string, summary: string): boolean {
  return /^the\b/i.test(summary) && summary.toLowerCase().includes(noun);
}

/** Nouns for values that are only read: nobody opens hours or plays counts. */
const measures =
  /^(?:count|rate|hour|day|time|date|price|stat|statistic|history|figure|total|number|level|metric|score|quota|version|health)s?$/;

/** Verbs before such a noun that change it. */
const changing =
  /^(?:set|reset|clear|update|change|add|edit|modify|toggle|switch|refresh|fix|adjust|correct|bump|raise|lower|cut|roll|upgrade|downgrade|record|log|write|save|put|post|push|send|sync|import|delete|remove)$/;

/** "Opening hours of the shops" at `/opening-hours`, "Exchange rates" at `/exchange/rates`: the title is the end of the path. */
export function namesMeasure({ path, summary = '' }: ApiOperation): boolean {
  const title =
    (summary.toLowerCase().split(/\s(?:of|for|in|at|by|per|from|on|and)\s|[.:,(]/)[0] ?? '').match(/[a-z]+/g) ?? [];
  const [first = ''] = title;
  const ending = literalSegments(path).slice(-2).join('-').toLowerCase();
  return (
    title.length === 2 &&
    measures.test(title.at(-1) ?? '') &&
    ending.replaceAll(/[^a-z]+/g, '-').endsWith(title.join('-')) &&
    !changing.test(first) &&
    (words.hasNounReading(first) || words.inflectionOf(first)?.form === 'participle')
  );
}

/** `getKeyRotation`, `key_rotation_read` */
function namesRead(id: string): boolean {
  return /^(?:get|list|read|find|fetch|show|retrieve|view|search|query|describe)|(?:get|list|read|show|retrieve)$/i.test(
    id,
  );
}

/** Nouns of verbs that mostly name a thing or a state. */
const things = new Set(
  (
    'organization organisation subscription configuration information application documentation population statement ' +
    'storage transaction connection permission setting building position version location collection institution ' +
    'office following conversion calculation estimation service ping tokenize tension'
  ).split(' '),
);

function isEvent(noun: string): boolean {
  if (things.has(noun)) return false;
  const verb = words.verbOf(noun) ?? verbIn(noun);
  // "Category": the verb is made of the noun.
  if (verb !== undefined && /i[sz]e$|ify$/.test(verb) && !/(?:tion|ing)$/.test(noun)) return false;
  const families = words.familiesOf(verb ?? noun);
  if (families.includes('read') || families.length === 0) return false;
  const effects = families.filter((family) => family !== 'find' && family !== 'analyse');
  if (verb !== undefined) return effects.length > 0;
  // "Self-destruct"
  if (words.isListedVerb(noun) && !words.isNoun(noun)) return effects.length > 0;
  const isOrder = words.isListedVerb(noun) && words.isFiled(noun);
  return isOrder && families.every((family) => ['change', 'end', 'send'].includes(family));
}

/** The verb of a noun that no dictionary derives from it: "agitation", "braking", "payback". */
function verbIn(noun: string): string | undefined {
  const { base, form } = words.inflectionOf(noun) ?? {};
  if (form === 'participle' && base !== undefined) return base;
  const stem = /^(.{3,})(?:ation|ition)$/.exec(noun)?.[1];
  const forms = stem === undefined ? [] : [`${stem}ate`, `${stem}e`, stem];
  const before = words.isNoun(noun) ? undefined : /^(.{2,}?)(?:back|out|over|off|down|away|up)$/.exec(noun)?.[1];
  return [...forms, ...(before === undefined ? [] : [before])].find((each) => words.isListedVerb(each));
}
