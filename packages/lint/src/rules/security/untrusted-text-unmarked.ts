/** PROF-SEC-01, PROF-SEC-02: user-supplied text is separate from control fields and marked as data. */
import type { Api, SchemaNode } from '../../api/api.js';
import { isType } from '../../api/schema-facts.js';
import { plainName } from '../../api/words.js';
import type { Rule } from '../../rule-model/rule.js';
import { answer, object } from '../../rule-model/rule-cases.js';

/** Normalized names of control fields. */
export const controlNames: ReadonlySet<string> = new Set('status nextactions links code retryable'.split(' '));
/** Normalized names of fields with user-supplied text. */
export const freeTextNames: ReadonlySet<string> = new Set(
  'comment body message note content bio review subject'.split(' '),
);
/** Names of fields that state the source of the text next to them. */
export const originName = /^(?:source|author|user|sender|from|created_?by|posted_?by|owner|reviewer)$/i;

/** Names of fields that only messages between people have. */
const conversation = /recipient|thread|conversation|chat|channel|repl(?:y|ies)|subject/i;

/** User-supplied text next to control fields. */
export const untrustedTextUnmarked: Rule = {
  id: 'untrusted-text-unmarked',
  requirement: 'PROF-SEC-01',
  severity: 'info',
  varies: 'info, because a description seldom says who writes a text, so only the name of the field shows it',
  message: '{name} contains user-supplied text next to {control} and is not marked as data.',
  why: 'An agent reads both; a sentence in the text can pass for an instruction from the API.',
  help: 'Put it into a separate field with its source, or list it in x-agent.untrusted.',
  check(api, report) {
    for (const { agent, output } of api.exposed) {
      if (agent.untrusted || output === undefined) continue;
      for (const node of api.walk(output)) {
        const found = node.name === undefined ? undefined : siblingControlField(api, node);
        if (found !== undefined) report(node.at, { name: node.name ?? '', control: found });
      }
    }
  },
  cases: {
    good: [
      { 'get /t': { responses: answer(object({ status: {}, comment: { type: 'string' }, author: {} })) } },
      { 'get /t': { responses: answer(object({ comment: { type: 'string' } })) } },
      { 'get /t': { responses: answer(object({ links: {}, message: { type: 'string' }, approved: {} })) } },
    ],
    bad: [
      { 'get /t': { responses: answer(object({ status: {}, comment: { type: 'string' } })) } },
      {
        'get /t': { responses: answer(object({ status: {}, comment: { type: 'string' } })) },
        'get /u': { 'x-agent': { untrusted: ['/comment'] } },
      },
    ],
  },
};

function siblingControlField(api: Api, { name, schema, owner }: SchemaNode): string | undefined {
  if (owner === undefined || !freeTextNames.has(plainName(name ?? '')) || !isType(schema, 'string')) return undefined;
  const siblings = [...api.properties(owner).keys()];
  // A message is the API's own text, except in a conversation.
  if (plainName(name ?? '') === 'message' && !siblings.some((each) => conversation.test(each))) return undefined;
  // A body without a title belongs to a message between machines.
  if (plainName(name ?? '') === 'body' && !siblings.some((each) => /title|subject|comment/i.test(each)))
    return undefined;
  if (siblings.some((each) => originName.test(each))) return undefined;
  return siblings.find((each) => controlNames.has(plainName(each)));
}
