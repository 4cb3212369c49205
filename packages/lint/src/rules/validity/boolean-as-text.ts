/** PROF-DESC-14: a value has the type that it means. */
import type { JsonObject } from '@dragoman/model';
import { listParameters } from '../../api/operation-facts.js';
import { isType } from '../../api/schema-facts.js';
import type { Rule } from '../../rule-model/rule.js';
import { body, object } from '../../rule-model/rule-cases.js';

/** Texts whose only values are true and false. */
export const booleanAsText: Rule = {
  id: 'boolean-as-text',
  requirement: 'PROF-DESC-14',
  severity: 'warning',
  targets: ['openapi', 'tools'],
  message: '{name} is text, but {reason}.',
  why: 'An agent sends true instead of "true", and tests the text "false" as if it were false.',
  help: 'Use type: boolean.',
  check(api, report) {
    const check = (name: string, schema: JsonObject, description: string | undefined, at: string) => {
      if (isTruth(schema)) report(at, { name, reason: 'its only values are true and false' });
      else if (isSwitch(schema, description))
        report(at, { name, reason: 'its description says that it is true or false' });
    };
    for (const { name, schema, pointer, description } of api.once(listParameters))
      if (schema !== undefined) check(name, schema.schema, description ?? schema.description, pointer);
    const nodes = new Map([...api.inputs, ...api.outputs].map((node) => [node.at, node]));
    for (const { name, schema, at, description } of nodes.values())
      if (name !== undefined) check(name, schema, description, at);
  },
  cases: {
    good: [
      { 'post /t': { requestBody: body(object({ done: { type: 'boolean' } })) } },
      { 'post /t': { requestBody: body(object({ done: { type: 'string', enum: ['true', 'false', 'unknown'] } })) } },
      {
        'get /t': {
          parameters: [
            {
              name: 'q',
              in: 'query',
              schema: { type: 'string' },
              description: 'Whether to use a cache: true, false or auto',
            },
          ],
        },
      },
      { 'get /t': { parameters: [{ name: 'mine', in: 'query', schema: { type: 'string', enum: ['true'] } }] } },
    ],
    bad: [
      {
        'post /t': {
          requestBody: body(
            object({ done: { type: 'string', description: 'Whether it is done. Defaults to false.' } }),
          ),
        },
      },
      { 'post /t': { requestBody: body(object({ done: { type: 'string', enum: ['true', 'false'] } })) } },
    ],
  },
};

const asks =
  /^\W*(?:whether\b|if (?:set to )?`?"?true\b|set (?:this |it )?to `?"?true\b|(?:a )?boolean\b|true (?:if|when|to)\b)|\bdefaults? (?:to|is|value is|:) ?[`"']?(?:true|false)\b/i;
/** Other values than true and false, or another form of them. */
const otherwise =
  /\b(?:auto|all|none|null|comma|list|string|text|JSON|format|one of|options?|values?|e\.g|yes|no|maybe|both|either|expression|header|environment)\b|[01]\b/i;

/** A description of a flag, for a text without any restriction. */
function isSwitch(schema: JsonObject, description = ''): boolean {
  if (!isType(schema, 'string') || description.length > 400 || !/true|false/i.test(description)) return false;
  if (['enum', 'const', 'pattern', 'format'].some((keyword) => schema[keyword] !== undefined)) return false;
  const shown = [schema.example, schema.default].filter((each) => each !== undefined);
  if (!shown.every((each) => each === true || each === false || /^(?:true|false)$/i.test(String(each)))) return false;
  return asks.test(description) && !otherwise.test(description);
}

/** Both values; a single one is a flag that is present or not. */
function isTruth(schema: JsonObject): boolean {
  const { enum: values } = schema;
  if (!isType(schema, 'string') || !Array.isArray(values)) return false;
  const words = new Set(values.map((value) => String(value).toLowerCase()));
  return (
    words.size === 2 && words.has('true') && words.has('false') && values.every((each) => typeof each === 'string')
  );
}
