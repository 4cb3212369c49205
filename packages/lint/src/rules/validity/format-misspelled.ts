/** PROF-DESC-01: a format is one that clients know, under its name. */
import { listSchemas } from '../../api/list-schemas.js';
import { isType } from '../../api/schema-facts.js';
import { plainName } from '../../api/words.js';
import type { Rule } from '../../rule-model/rule.js';
import { answer, body, object } from '../../rule-model/rule-cases.js';

const formats =
  'date-time date time duration email hostname ipv4 ipv6 uri uri-reference uuid int32 int64 regex binary byte password float double'.split(
    ' ',
  );
/** Formats without their punctuation and case: `datetime` is `date-time`. */
const formatOf = new Map(formats.map((format) => [plainName(format), format]));
const types = new Set(['string', 'number', 'integer', 'boolean', 'array', 'object']);

/** Formats that are written in another way, and types instead of formats. */
export const formatMisspelled: Rule = {
  id: 'format-misspelled',
  requirement: 'PROF-DESC-01',
  severity: 'warning',
  varies: 'info for url, which many clients know; else warning',
  targets: ['openapi', 'tools'],
  message: 'The format "{format}" {fault}.',
  why: 'Clients ignore a format that they do not know, so the value is not checked.',
  help: 'Write the format as JSON Schema and OpenAPI spell it, and the type under type.',
  ignoresWording: true,
  check(api, report) {
    for (const { schema, pointer } of api.once(listSchemas)) {
      const { format, type } = schema;
      if (typeof format !== 'string') continue;
      const meant = formatOf.get(plainName(format));
      if (meant !== undefined && meant !== format && isType(schema, 'string'))
        report(`${pointer}/format`, { format, fault: `is unknown; "${meant}" is probably meant` });
      else if (format === 'url' && isType(schema, 'string'))
        report(
          `${pointer}/format`,
          { format, fault: 'is unknown; "uri" is the name of this format' },
          { severity: 'info' },
        );
      else if (types.has(format) && typeof type === 'string' && type !== format)
        report(`${pointer}/format`, { format, fault: `is the name of a type, and the type is ${type}` });
    }
  },
  cases: {
    good: [
      { 'get /t': { responses: answer(object({ at: { type: 'string', format: 'date-time' } })) } },
      { 'get /t': { responses: answer(object({ n: { type: 'string', format: 'string' } })) } },
      { 'get /t': { responses: answer(object({ n: { type: 'string', format: 'iso-country-code' } })) } },
    ],
    bad: [
      { 'get /t': { responses: answer(object({ at: { type: 'string', format: 'datetime' } })) } },
      { 'get /t': { parameters: [{ name: 'd', in: 'query', schema: { type: 'string', format: 'Date' } }] } },
      { 'post /t': { requestBody: body(object({ n: { type: 'number', format: 'integer' } })) } },
    ],
  },
};
