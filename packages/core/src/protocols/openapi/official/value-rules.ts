/** Keywords of the official schemas that look at one value alone: types, fixed values, patterns, sizes, required members. */
import { isRegularExpression } from '@dragoman/documents';
import type { JsonObject, JsonValue } from '@dragoman/model';
import { isJsonObject } from '@dragoman/model';
import { enumPhrase, formatPhrase, patternPhrase, typePhrase } from './phrases.js';
import type { Rule } from './problem.js';

/** The rules of the keywords that a schema has. */
export function valueRules(source: JsonObject): Rule[] {
  return Object.entries(source).flatMap(([keyword, demanded]) => keywordRules[keyword]?.(demanded, source) ?? []);
}

type MakeRule = (demanded: JsonValue, source: JsonObject) => Rule | undefined;

function rule(test: (value: JsonValue) => boolean, fault: string | ((value: JsonValue) => string)): Rule {
  return {
    test,
    explain: (value, pointer, { problems }) =>
      problems.push({ pointer, fault: typeof fault === 'string' ? fault : fault(value) }),
  };
}

function typeRule(demanded: JsonValue): Rule {
  const types = (Array.isArray(demanded) ? demanded : [demanded]).map(String);
  const [only = ''] = types;
  return {
    // Nearly every schema demands one type.
    test:
      types.length === 1 ? (value) => isOfType(value, only) : (value) => types.some((type) => isOfType(value, type)),
    explain: (_, pointer, { problems }) => problems.push({ pointer, fault: typePhrase(types), otherType: true }),
  };
}

function isOfType(value: JsonValue, type: string): boolean {
  if (type === 'object') return isJsonObject(value);
  if (type === 'array') return Array.isArray(value);
  if (type === 'null') return value === null;
  return type === 'integer' ? Number.isInteger(value) : typeof value === type;
}

function choiceRule(allowed: readonly JsonValue[]): Rule {
  const plain = new Set<JsonValue>(allowed.filter((each) => typeof each !== 'object' || each === null));
  const texts = new Set(allowed.filter((each) => !plain.has(each)).map((each) => JSON.stringify(each)));
  return {
    // Whole documents are tested, so nothing is written as text without need.
    test: (value) => plain.has(value) || (texts.size > 0 && texts.has(JSON.stringify(value))),
    explain: (value, pointer, { problems }) => problems.push({ pointer, fault: enumPhrase(allowed, value), allowed }),
  };
}

function requiredRule(names: readonly string[]): Rule {
  return {
    test: (value) => !isJsonObject(value) || names.every((name) => Object.hasOwn(value, name)),
    explain(value, pointer, { problems }) {
      for (const name of names.filter((each) => isJsonObject(value) && !Object.hasOwn(value, each)))
        problems.push({ pointer, member: name, fault: 'is missing' });
    },
  };
}

const sized =
  (
    isOfKind: (value: JsonValue) => value is JsonValue[] | JsonObject,
    phrase: (size: number) => string,
    isLower: boolean,
  ): MakeRule =>
  (demanded) => {
    const bound = Number(demanded);
    const fits = (size: number) => (isLower ? size >= bound : size <= bound);
    return rule((value) => !isOfKind(value) || fits(Object.keys(value).length), phrase(bound));
  };

const isList = (value: JsonValue): value is JsonValue[] => Array.isArray(value);

const formats: Readonly<Record<string, (text: string) => boolean>> = {
  uri: (text) => /^[A-Za-z][A-Za-z0-9+.-]*:[^\s<>"\\^`{|}]*$/.test(text),
  // The specification itself writes references to templated paths with plain braces.
  'uri-reference': (text) => /^[^\s<>"\\^`{|}]*(?:#[^\s<>"\\^`|]*)?$/.test(text),
  email: (text) => /^[^\s@]+@[^\s@]+$/.test(text),
  regex: (text) => isRegularExpression(text),
  'media-range': (text) => /^[^\s/;]+\/[^\s/;]+/.test(text),
};

const keywordRules: Readonly<Record<string, MakeRule>> = {
  type: typeRule,
  enum: (demanded) => choiceRule(demanded as JsonValue[]),
  const: (demanded) => choiceRule([demanded]),
  required: (demanded) => requiredRule((demanded as JsonValue[]).map(String)),
  pattern(demanded) {
    const pattern = new RegExp(String(demanded), 'u');
    return rule((value) => typeof value !== 'string' || pattern.test(value), patternPhrase(String(demanded)));
  },
  format(demanded) {
    const test = formats[String(demanded)];
    if (test === undefined) return undefined;
    return rule((value) => typeof value !== 'string' || test(value), formatPhrase(String(demanded)));
  },
  minimum(demanded, { exclusiveMinimum }) {
    const bound = Number(demanded);
    const isAbove = exclusiveMinimum === true;
    const fits = (value: number) => (isAbove ? value > bound : value >= bound);
    return rule(
      (value) => typeof value !== 'number' || fits(value),
      `must be ${isAbove ? 'above' : 'at least'} ${bound}`,
    );
  },
  minItems: sized(isList, (bound) => `must have at least ${bound} item${bound === 1 ? '' : 's'}`, true),
  minProperties: sized(isJsonObject, (bound) => `must have at least ${bound} member${bound === 1 ? '' : 's'}`, true),
  maxProperties: sized(isJsonObject, (bound) => `must have at most ${bound} member${bound === 1 ? '' : 's'}`, false),
  uniqueItems: (demanded) =>
    demanded === true
      ? rule(
          (value) => !isList(value) || new Set(value.map((each) => JSON.stringify(each))).size === value.length,
          'must not repeat an item',
        )
      : undefined,
};
