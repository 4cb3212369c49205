/**
 * Converts one value of an input schema to one tool input. What the four types of N-ACT cannot express becomes a
 * string: the text of a decimal number, or JSON text. Rules without a member in the signature are put into words.
 */

import { resolveSchema, soleType } from '@dragoman/documents';
import type { JsonObject, JsonSchema, JsonValue, ToolInput } from '@dragoman/model';
import { isJsonObject } from '@dragoman/model';
import type { PlannedInput } from './planned-input.js';
import { projectValues } from './project-values.js';
import { formatWords, ruleWords } from './rule-words.js';
import { cutText, describePart } from './schema-parts.js';
import { shapeText } from './shape-text.js';

/** The location of a value. */
export interface LeafPlace {
  path: readonly string[];
  isRequired: boolean;
}

/** Maximum lengths of the parts of a description, which has at most 2,000 characters. */
const longest = { text: 900, shape: 1000, rules: 400 };

/** Creates one input; every value that the schema accepts can be given through it, except null for a plain one. */
export function projectLeaf(root: JsonSchema, schema: JsonValue, place: LeafPlace): PlannedInput {
  const resolved = resolveSchema(root, schema);
  const planned = resolved === undefined ? undefined : projectScalar(resolved, place);
  // A required input must be given, and null counts as omitted.
  const isLost = resolved !== undefined && place.isRequired && acceptsNull(resolved) && planned?.form === 'plain';
  return planned === undefined || (isLost && planned.values === undefined) ? projectJson(root, schema, place) : planned;
}

/** True when null may be given; a plain input cannot express it, because null counts as omitted. */
export function acceptsNull({ type }: JsonObject): boolean {
  return Array.isArray(type) && type.includes('null');
}

function projectScalar(schema: JsonObject, place: LeafPlace): PlannedInput | undefined {
  const values = projectValues(schema);
  if (values === 'structured') return undefined;
  if (values !== undefined) {
    const known = ['type', 'enum', values.keyword];
    const scalar = { type: 'enum', 'allowed-values': values.allowed } as const;
    return { ...ruledInput(schema, place, { scalar, known }), values: values.values };
  }
  switch (soleType(schema)) {
    case 'boolean':
      return ruledInput(schema, place, { scalar: { type: 'boolean' }, known: ['type'] });
    case 'string':
      return ruledInput(schema, place, { scalar: textOf(schema), known: ['type', 'maxLength'] });
    case 'integer': {
      const scalar = integerOf(schema);
      return scalar === undefined ? undefined : ruledInput(schema, place, { scalar, known: integerKeywords(schema) });
    }
    case 'number':
      return projectNumber(schema, place);
    default:
      return undefined;
  }
}

type Scalar = Pick<ToolInput, 'type' | 'min' | 'max' | 'maxLength' | 'allowed-values'>;

function ruledInput(
  schema: JsonObject,
  place: LeafPlace,
  { scalar, known }: { scalar: Scalar; known: readonly string[] },
): PlannedInput {
  const rules = ruleWords(schema, known);
  const words = rules.length === 0 ? '' : ` Rules: ${rules.join(', ')}.`;
  const ruled = rules.length > 0 || formatWords(schema) !== undefined;
  return { ...inputAt(schema, place, { ...scalar, words }), form: 'plain', schema, ruled };
}

function inputAt(
  schema: JsonObject,
  { path, isRequired }: LeafPlace,
  { words, ...scalar }: Scalar & { words: string },
): Pick<PlannedInput, 'input' | 'path'> {
  const name = path.join('.');
  const text = describePart(schema, path.at(-1) ?? '');
  const rules = cutText(words, longest.rules);
  const description = rules === '' ? text : `${cutText(text, 2000 - longest.rules)}${rules}`;
  return { input: { id: name, name, description, ...scalar, required: isRequired }, path };
}

function projectNumber(schema: JsonObject, place: LeafPlace): PlannedInput {
  const rules = ['A decimal number as text, such as 12.5', ...ruleWords(schema, ['type'])];
  const planned = inputAt(schema, place, { type: 'string', words: ` ${rules.join(', ')}.` });
  return { ...planned, form: 'number', schema, ruled: true };
}

function projectJson(root: JsonSchema, schema: JsonValue, { path, isRequired }: LeafPlace): PlannedInput {
  const name = path.join('.');
  const described = isJsonObject(schema) ? (resolveSchema(root, schema) ?? schema) : {};
  const text = cutText(describePart(described, path.at(-1) ?? 'input'), longest.text);
  const description = `${text} JSON text of the form ${shapeText(root, schema, longest.shape)}`;
  return {
    input: { id: name, name, description, type: 'string', required: isRequired },
    path,
    form: 'json',
    schema,
    ruled: true,
  };
}

function textOf({ maxLength }: JsonObject): Scalar {
  const isLimit = typeof maxLength === 'number' && Number.isSafeInteger(maxLength) && maxLength >= 0;
  return { type: 'string', ...(isLimit ? { maxLength } : {}) };
}

function integerKeywords({ multipleOf }: JsonObject): string[] {
  const limits = ['type', 'minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum'];
  return multipleOf === 1 ? [...limits, 'multipleOf'] : limits;
}

/** An absent maximum means 65535 (§6.1), so the maximum is always written; undefined when the limits cross. */
function integerOf(schema: JsonObject): Scalar | undefined {
  const { minimum, maximum } = schema;
  // Older drafts mark a limit as exclusive with true.
  const exclusive = (keyword: string, limit: JsonValue | undefined) =>
    schema[keyword] === true ? limit : schema[keyword];
  const [above, below] = [exclusive('exclusiveMinimum', minimum), exclusive('exclusiveMaximum', maximum)];
  const lower = [
    ...(typeof minimum === 'number' ? [Math.ceil(minimum)] : []),
    ...(typeof above === 'number' ? [Math.floor(above) + 1] : []),
  ];
  const upper = [
    ...(typeof maximum === 'number' ? [Math.floor(maximum)] : []),
    ...(typeof below === 'number' ? [Math.ceil(below) - 1] : []),
  ];
  const min = lower.length === 0 ? undefined : Math.max(...lower, Number.MIN_SAFE_INTEGER);
  const max = Math.min(...upper, Number.MAX_SAFE_INTEGER);
  if ((min ?? Number.MIN_SAFE_INTEGER) > max) return undefined;
  return { type: 'int', ...(min === undefined ? {} : { min }), max };
}
