/** PROF-DESC-17: fixed choices are enums. */
import type { JsonObject } from '@dragoman/model';
import type { Api, SchemaNode } from '../../api/api.js';
import { listParameters } from '../../api/operation-facts.js';
import { isType } from '../../api/schema-facts.js';
import { isSameName, plainName, tokensOf } from '../../api/words.js';
import type { Rule } from '../../rule-model/rule.js';
import { body, object } from '../../rule-model/rule-cases.js';

/** Names that hold one of a few values wherever they occur. */
const names = new Set('status state mode priority visibility'.split(' '));

const quoted = '[`"\'“‘]+[\\w.:/ -]{1,40}[`"\'”’]+|\\*\\*[\\w.:/-]{1,40}\\*\\*';
const quotedWord = '[`"\'“‘]+[\\w.:/-]{1,40}[`"\'”’]+|\\*\\*[\\w.:/-]{1,40}\\*\\*';
/** Two consecutive values in quotes or bold. */
const quotedList = new RegExp(
  `(${quoted})\\s*(?:\\([^()]{0,80}\\)\\s*)?(?:,|or|and|/|\\||, or|, and)\\s*(${quoted})`,
  'i',
);
/** Values after words that introduce a list, or separated by bars. */
const announced =
  /\b(?:one of|either|(?:possible|allowed|valid|accepted|supported) (?:values?|options))\b(?: are| is| include)?\s*:?\s*\(?([\w-]+)(?:\s*,\s*[\w-]+)*(?:\s*,?\s*or\s+[\w-]+)+|\b(?:one of|(?:possible|allowed|valid|accepted|supported) (?:values?|options))\b(?: are| is| include)?\s*:\s*[\w-]+\s*,|(?:^|[\s(])[\w-]+ \| [\w-]+/i;
const announces =
  /\b(?:one of|either|must|can be|may be|should be|is|are|values?|options?|default\w*|set (?:it )?to|allowed|valid|supported)\b/i;
/** What every list of values has: quotes, bold, a bar, or words that introduce it. */
const mayList = /[`"'“‘|]|\*\*|one of|either|value|option/i;
/** Texts that list only some of the values, or that allow several at once. */
const open =
  /\bdate-?time string\b|\bkeyword\b|\bcharacters\b|\bany (?:other )?value\b|\b(?:other|further|unknown|additional) values? (?:(?:is|are|may be) (?:also |still )?(?:accepted|allowed|kept|possible|permitted|valid|ignored|treated)|means?|counts?)\b|for example|\bexamples?:|\bexample values\b|JSON|e\.g|\bi\.e\b|such as|\blike\b|comma[- ]separated|delimited|newline|\bcustom\b|your own|\betc\b|\.\.\.|…|\bpattern\b|wildcard|in the format|\bformats? (?:is|are)\b|\(format|multiple values|separated\b|\bkey[ /=-]?value\b|hexadecimal|\bcombination|or similar|\boptionally\b|\bunique\b|alphanumeric|\bappend|\beither\b[^.]{0,80}\b(?:required|provided|specified|both)\b/i;

/** Formats that only a few values match. */
export const closedSetWithoutEnum: Rule = {
  id: 'closed-set-without-enum',
  requirement: 'PROF-DESC-17',
  severity: 'warning',
  varies:
    'warning when words such as "one of" introduce values that are single words; info when values are only mentioned, or when only the name (status, state, mode, priority, visibility) suggests a choice',
  targets: ['openapi', 'tools'],
  message: '{name} has a fixed set of values, but no enum lists them.',
  why: 'Agents misspell and invent values that appear only in prose; a client can validate an enum before the call.',
  help: 'List the values in enum, or restrict them with pattern or format.',
  check(api, report) {
    const beside = new Set(api.exposed.flatMap(({ parameters }) => parameters.map(({ name }) => name)));
    const hasAddresses = [...beside].some((name) => addressPart.test(name));
    for (const { name, description, schema, pointer, in: place } of api.once(listParameters)) {
      const said = description ?? schema?.description;
      if (plainName(name) === 'state' && hasAddresses) continue;
      const asked = { name, description: said, siblings: () => beside, place };
      if (schema !== undefined && isChoice(asked, schema.schema)) report(pointer, { name }, rate(asked));
    }
    for (const node of api.inputs) {
      const { name, description, schema, at } = node;
      if (name === undefined || isAddressState(api, node)) continue;
      const siblings = () => (node.owner === undefined ? [] : api.properties(node.owner).keys());
      const asked = { name, description, siblings, place: 'body' };
      if (isChoice(asked, schema)) report(at, { name }, rate(asked));
    }
  },
  cases: {
    good: [
      { 'post /t': { requestBody: body(object({ status: { type: 'string', enum: ['open', 'done'] } })) } },
      { 'post /t': { requestBody: body(object({ state: { type: 'string' }, city: { type: 'string' } })) } },
      {
        'get /t': {
          parameters: ['state', 'zip_code'].map((name) => ({ name, in: 'query', schema: { type: 'string' } })),
        },
      },
      {
        'post /t': {
          requestBody: body(
            object({
              digits: {
                type: 'string',
                description: 'First digits of the card. For a wallet (`here_pay` or `there_pay`), those of the device.',
              },
            }),
          ),
        },
      },
      {
        'post /t': { requestBody: body(object({ status: { type: 'string', description: 'Status of the items' } })) },
      },
      { 'post /t': { requestBody: body(object({ host: { type: 'string', description: 'Without `http` or `/`' } })) } },
      {
        'post /t': {
          requestBody: body(object({ zone: { type: 'string', description: 'Can be a suffix, i.e. `a.b` or `b`' } })),
        },
      },
      {
        'post /t': {
          requestBody: body(
            object({
              shown: { type: 'string', description: 'Hides the quantity. Valid for `Limit` and `Stop` orders.' },
            }),
          ),
        },
      },
      {
        'get /t': {
          parameters: [
            {
              name: 'criteria',
              in: 'query',
              schema: { type: 'string' },
              description: 'Key/value pairs (`&` separated). `C`: category. Possible values: `Stock` or `Bond`',
            },
          ],
        },
      },
      { 'post /t': { requestBody: body(object({ note: { type: 'string', description: 'One of your own notes' } })) } },
      {
        'post /t': {
          requestBody: body(
            object({
              box: { type: 'string', description: 'By the "top-left" and "bottom-right" corners', example: '2,5,1,4' },
            }),
          ),
        },
      },
      {
        'post /t': {
          requestBody: body(
            object({
              user: { type: 'string', description: 'Either the word "me", an address, or the id of a person' },
            }),
          ),
        },
      },
      {
        'post /t': {
          requestBody: body(
            object({
              content: { type: 'string', description: 'Use either `content` or `sha`' },
              sha: { type: 'string' },
            }),
          ),
        },
      },
      {
        'post /t': {
          requestBody: body(
            object({ status: { type: 'string', description: 'open or done; other values count as open' } }),
          ),
        },
      },
    ],
    bad: [
      {
        'post /t': {
          requestBody: body(object({ status: { type: 'string', description: 'open, in_progress or done' } })),
        },
      },
      {
        'post /t': {
          requestBody: body(
            object({ status: { type: 'string', description: 'open or done; other values are rejected' } }),
          ),
        },
      },
      {
        'post /t': {
          requestBody: body(object({ size: { type: 'string', description: 'Either "small" or "large"' } })),
        },
      },
    ],
  },
};

interface Asked {
  name: string;
  description: string | undefined;
  siblings: () => Iterable<string>;
  place: string;
}

/** Words that introduce all values, directly before the first of at least two single words. */
const value = `(?:${quotedWord}|[\\w-]+)(?:\\s*\\([^()]{0,80}\\))?`;
const separator = '(?:\\s*[,/|]\\s*(?:(?:or|and)\\s+)?|\\s+(?:or|and)\\s+)';
const introduced = new RegExp(
  [
    `\\b(?:one of|either|accepts?|(?:must|can|may|should) be|set to|(?:possible|allowed|valid|accepted|supported|permitted) (?!for\\b|with\\b|when\\b)\\w+|(?:values?|options?)(?: are|:))[^.;\`"'“‘]{0,40}(?<![\\w-])${value}${separator}${value}`,
    '^\\W*[\\w-]+(?:, [\\w-]+)*,? or [\\w-]+\\W*$',
    '^\\W*[\\w-]+(?: \\| [\\w-]+)+\\W*$',
  ].join('|'),
  'i',
);

/** Values that a text introduces as all that there are are evidence; a name alone is not: statuses are often the callers' own. */
function rate({ description = '' }: Asked): { severity?: 'info' } {
  const said = description.slice(0, 2_000);
  // Standard values are those that most callers send.
  return introduced.test(said) && !/\b(?:standard|common|typical|usual) values\b/i.test(said)
    ? {}
    : { severity: 'info' };
}

function isChoice({ name, description, siblings, place }: Asked, schema: JsonObject): boolean {
  if (!isType(schema, 'string')) return false;
  if (['enum', 'const', 'pattern', 'format'].some((keyword) => schema[keyword] !== undefined)) return false;
  if (hasOtherExample(schema, description)) return false;
  const [word = '', ...rest] = tokensOf(name);
  // An identifier is given, whatever its description says about its characters; a state next to a redirect is the caller's own.
  if (
    /^(?:id|key|token|url|uri)$/.test(rest.at(-1) ?? word) ||
    word === 'url' ||
    (word === 'state' && isOauth(siblings()))
  )
    return false;
  const known = rest.length === 0 && (names.has(word) || (place !== 'body' && word === 'format'));
  const said = (description ?? '').slice(0, 2_000);
  // Cheap questions first: most texts list nothing.
  if (!known && !mayList.test(said)) return false;
  if (open.test(`${name} ${description ?? ''}`)) return false;
  // A filter may be an expression, unless its values are introduced.
  if (/filter|query/i.test(`${name} ${said}`) && !introduced.test(said)) return false;
  // "What status an item has": the statuses of somebody's own items are not the API's.
  if (
    /\b(?:(?:item|record|row|entr)(?:y|ies|s)?|applies to)\b/i.test(description ?? '') &&
    !announced.test(description ?? '')
  )
    return false;
  return known || listsValues(said, () => [...siblings(), ...rest, word]);
}

/** An example that the description does not mention shows that the words in it are not the values. */
function hasOtherExample({ example }: JsonObject, description: string | undefined): boolean {
  return typeof example === 'string' && description !== undefined && !description.includes(example);
}

function isOauth(siblings: Iterable<string>): boolean {
  return [...siblings].some((name) => plainName(name) === 'redirecturi');
}

/** True when a text lists values; names of sibling fields are not values. */
function listsValues(text: string, siblings: () => Iterable<string>): boolean {
  const [, one = '', other = ''] = quotedList.exec(text) ?? [];
  if (one === '') return announced.test(text) && !namesSiblings(announced.exec(text)?.[0] ?? '', siblings);
  const values = [one, other].map(
    (each) =>
      each
        .replace(/[`"'“”‘’*]/g, '')
        .split('.')
        .at(-1) ?? '',
  );
  if (!values.every((each) => /[a-z\d]/i.test(each)) || !saysAll(text, one)) return false;
  for (const name of siblings()) if (values.some((each) => isSameName(name, each))) return announced.test(text);
  return true;
}

/** Values are all that there are only if their sentence says so, or if they are the first thing that is said. */
function saysAll(text: string, first: string): boolean {
  const before = text.slice(0, text.indexOf(first));
  const sentence = before.slice(Math.max(before.lastIndexOf('. '), before.lastIndexOf('\n\n')) + 1);
  // "For a wallet (`a` or `b`), the number of the device": an aside.
  const isAside = /\(\s*$/.test(sentence) && /^[^)]*\)\s*[,a-z]/.test(text.slice(before.length));
  // "Valid for `a` and `b`": where the input applies.
  const isScope =
    /\b(?:valid|applicable|appl(?:y|ies)|available|relevant|supported|required|used|only) (?:only )?(?:for|to|with|when|if)\W*$/i;
  if (/\balso\b/i.test(sentence) || isAside || isScope.test(sentence)) return false;
  return text.length < 200 || announces.test(text);
}

/** "Either postDate or transactionDate" next to fields of these names says where the value comes from. */
function namesSiblings(text: string, siblings: () => Iterable<string>): boolean {
  const words = new Set(text.split(/[^\w-]+/).map(plainName));
  return [...siblings()].some((name) => words.has(plainName(name)));
}

const addressPart = /city|zip|postal|country|province|street|district|pin_?code|address|line_?1/i;

/** A state next to a city is part of an address. */
function isAddressState(api: Api, { name, owner }: SchemaNode): boolean {
  if (owner === undefined || plainName(name ?? '') !== 'state') return false;
  return [...api.properties(owner).keys()].some((each) => addressPart.test(each));
}
