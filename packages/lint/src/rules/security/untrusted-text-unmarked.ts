/** PROF-SEC-01, PROF-SEC-02: user-supplied text is separate from control fields and marked as data. */
import { isType } from '../../api/schema-facts.js';
import { listUserTexts } from '../../api/user-texts.js';
import { plainName } from '../../api/words.js';
import type { Rule } from '../../rule-model/rule.js';
import { answer, object } from '../../rule-model/rule-cases.js';

/** Normalized names of control fields. */
export const controlNames: ReadonlySet<string> = new Set('status nextactions links code retryable'.split(' '));
/** User-supplied text next to control fields. */
export const untrustedTextUnmarked: Rule = {
  id: 'untrusted-text-unmarked',
  requirement: 'PROF-SEC-01',
  severity: 'info',
  varies: 'info, because a description seldom says who writes a text, so the rule relies on the name of the field',
  message: '{name} contains user-supplied text next to {control} and is not marked as data.',
  why: 'An agent reads both; a sentence in the text can pass for an instruction from the API.',
  help: 'Put it into a separate field with its source, or list it in x-agent.untrusted.',
  check(api, report) {
    for (const operation of api.exposed) {
      for (const { node, siblings, isMarked } of listUserTexts(api, operation)) {
        const control = siblings.find((each) => controlNames.has(plainName(each)));
        if (!isMarked && control !== undefined && isType(node.schema, 'string'))
          report(node.at, { name: node.name ?? '', control });
      }
    }
  },
  cases: {
    good: [
      { 'get /t': { responses: answer(object({ status: {}, comment: { type: 'string' }, author: {} })) } },
      { 'get /t': { responses: answer(object({ comment: { type: 'string' } })) } },
      {
        'get /t': {
          'x-agent': { untrusted: ['/items/*/comment'] },
          responses: answer(
            object({ items: { type: 'array', items: object({ status: {}, comment: { type: 'string' } }) } }),
          ),
        },
      },
      { 'get /t': { responses: answer(object({ links: {}, message: { type: 'string' }, approved: {} })) } },
    ],
    bad: [
      { 'get /t': { responses: answer(object({ status: {}, comment: { type: 'string' } })) } },
      {
        'get /t': { responses: answer(object({ status: {}, comment: { type: 'string' } })) },
        'get /u': { 'x-agent': { untrusted: ['/comment'] } },
      },
      {
        'get /t': {
          'x-agent': { untrusted: ['/title'] },
          responses: answer(object({ status: {}, title: {}, comment: { type: 'string' } })),
        },
      },
      {
        'get /t': {
          'x-agent': { untrusted: [] },
          responses: answer(object({ status: {}, comment: { type: 'string' } })),
        },
      },
    ],
  },
};
