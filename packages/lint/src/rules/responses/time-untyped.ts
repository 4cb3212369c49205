/** PROF-RESP-11: times have a format and a time zone. */
import { isType } from '../../api/schema-facts.js';
import type { Rule } from '../../rule-model/rule.js';
import { answer, object } from '../../rule-model/rule-cases.js';

const timely =
  /(?:_at|At|_time|Time|_date|Date|_on|timestamp|Timestamp)$|^(?:timestamp|date|datetime|created|updated|expires)$|(?:^|_)last_(?:seen|login|used|modified|accessed|updated|active|activity)$|(?:^l|L)ast(?:Seen|Login|Used|Modified|Accessed|Updated|Active|Activity)$/;

/** Times without a format. */
export const timeUntyped: Rule = {
  id: 'time-untyped',
  requirement: 'PROF-RESP-11',
  severity: 'info',
  targets: ['openapi', 'tools'],
  message: '{name} is a time without a format.',
  why: 'Without a format and time zone an agent assumes its own.',
  help: 'Use format: date-time, date or time.',
  ignoresWording: true,
  check(api, report) {
    for (const { name, schema, at } of [...api.inputs, ...api.outputs]) {
      if (name === undefined || !timely.test(name) || !isType(schema, 'string')) continue;
      if (schema.format === undefined && schema.pattern === undefined && schema.enum === undefined)
        report(at, { name });
    }
  },
  cases: {
    good: [{ 'get /t': { responses: answer(object({ created_at: { type: 'string', format: 'date-time' } })) } }],
    bad: [
      { 'get /t': { responses: answer(object({ last_seen: { type: 'string' } })) } },
      { 'get /t': { responses: answer(object({ created_at: { type: 'string' } })) } },
    ],
  },
};
