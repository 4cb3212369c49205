/** Defaults, limits and whether a value is required, as a description states them. */
import type { JsonObject } from '@dragoman/model';
import { isNumeric, isType } from './schema-facts.js';

/** A value that a text gives for a keyword of the schema. */
export interface StatedValue {
  keyword: 'default' | 'maximum' | 'minimum' | 'maxLength';
  value: string | number | boolean;
}

/** Every text that states a value has one of these. */
const mayState = /default|max|min|between|up to|at most|exceed|no more than|range/i;

const literal = '[`"\'“‘*]*(\\d[\\d,]*\\d|[\\w.-]+)[`"\'”’*]*';
/** A value ends its sentence or bracket: "20 minutes" and "the first page" are no values. */
const end = '(?=\\s*(?:[.;:)\\]]|,(?!\\d)|$|\\n|max|and (?:the )?max|inclusive))';
const defaults = new RegExp(
  `\\b(?:defaults? (?:to|is|value is|value:|value =)|default ?[:=])\\s*${literal}${end}`,
  'gi',
);
const number = '(\\d[\\d,]*)';
const countedEnd = '(?=\\s*(?:[.;:)\\]]|,(?!\\d)|$|\\n|and\\b|\\(|inclusive|default))';
const maxima = new RegExp(
  `\\b(?:max(?:imum)?(?: value)?(?: allowed)?(?: is| of|:| =|)|(?:must not|cannot|can ?not) exceed|up to|at most|no more than)\\s*\`?${number}\`?${countedEnd}`,
  'gi',
);
const minima = new RegExp(`\\bmin(?:imum)?(?: value)?(?: is| of|:| =|)\\s*\`?${number}\`?${countedEnd}`, 'gi');
const ranges =
  /\b(?:between|range(?: is| of|:)?|from)\s+`?(\d[\d,]*)`?\s*(?:and|to|-|–|\.\.)\s*`?(\d[\d,]*)`?(?=\s*(?:[.;:)\]]|,(?!\d)|$|\n|\(|inclusive))/gi;
const lengths =
  /\b(?:max(?:imum)?(?: length)?(?: is| of|:|)|up to|at most|no more than|(?:must not|cannot) exceed)\s*(\d[\d,]*) (?:characters|chars)\b/gi;

/** A text about several cases states no single value. */
const conditional = /\b(?:if|when|unless|depend|otherwise|per|for (?:each|every))\b/i;

/** The values that a description states, each keyword once; those it states twice in different ways are left out. */
export function readStatedValues(schema: JsonObject, description: string | undefined): StatedValue[] {
  const text = description?.slice(0, 1_000) ?? '';
  if (!mayState.test(text)) return [];
  const found: StatedValue[] = [];
  const add = (keyword: StatedValue['keyword'], words: readonly string[], read: (word: string) => unknown) => {
    const values = [...new Set(words.map(read))];
    const [value] = values;
    if (values.length === 1 && (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'))
      found.push({ keyword, value });
  };
  add('default', wordsOf(text, defaults), (word) => readDefault(schema, word));
  if (isNumeric(schema)) {
    const both = [...text.matchAll(ranges)].filter((match) => !isConditional(text, match.index));
    add('maximum', [...wordsOf(text, maxima), ...both.map(([, , high = '']) => high)], readNumber);
    add('minimum', [...wordsOf(text, minima), ...both.map(([, low = '']) => low)], readNumber);
  }
  if (isType(schema, 'string')) add('maxLength', wordsOf(text, lengths), readNumber);
  return found;
}

function wordsOf(text: string, pattern: RegExp): string[] {
  return [...text.matchAll(pattern)].flatMap((match) =>
    isConditional(text, match.index) ? [] : [(match[1] ?? '').replace(/\.$/, '')],
  );
}

/** True when the sentence is about some cases only. */
function isConditional(text: string, at: number): boolean {
  const start = Math.max(text.lastIndexOf('. ', at), text.lastIndexOf('\n', at)) + 1;
  const [sentence = ''] = text.slice(start).split(/\.\s|\n/, 1);
  return conditional.test(sentence);
}

function readNumber(word: string): number | undefined {
  const value = Number(word.replaceAll(',', ''));
  return Number.isFinite(value) && word !== '' ? value : undefined;
}

/** The literal as a value of the type of the schema; a word is one only among listed values. */
function readDefault(schema: JsonObject, word: string): string | number | boolean | undefined {
  if (isNumeric(schema)) return readNumber(word);
  if (isType(schema, 'boolean')) return /^(?:true|false)$/i.test(word) ? /^true$/i.test(word) : undefined;
  if (!isType(schema, 'string') || !Array.isArray(schema.enum)) return undefined;
  const values = schema.enum.filter((each): each is string => typeof each === 'string');
  return values.find((each) => each === word) ?? values.find((each) => each.toLowerCase() === word.toLowerCase());
}
