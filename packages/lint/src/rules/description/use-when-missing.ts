/** PROF-DESC-10: the description says when to use the operation. */
import { proseOf } from '../../api/operation-facts.js';
import type { Rule } from '../../rule-model/rule.js';
import { findRival } from './rivals.js';

const cue =
  /\b(?:use (?:this|it|the)\b|use(?:d|ful)? (?:when|to|for|if)|call this|call it|for [\w' -]{2,60} only|(?:intended|meant|designed) (?:for|to)|when you (?:need|want|know|have)|if you (?:need|want))/i;

/** Removes sentences about when not to use the operation. */
const contrary =
  /\b(?:not|never|cannot|can['’]?t|don['’]?t|shouldn['’]?t|mustn['’]?t|avoid)\s+(?:be\s+|to\s+)?(?:use[ds]?|using|call(?:ed|ing)?|intended)\b/gi;

/** Descriptions that do not say when to use the operation. */
export const useWhenMissing: Rule = {
  id: 'use-when-missing',
  requirement: 'PROF-DESC-10',
  // Titles and paths usually say how two operations differ, so this seldom matters.
  severity: 'info',
  targets: ['openapi', 'tools'],
  message: 'The description of {operation} does not say when to use it{rather}.',
  why: 'To choose between operations, an agent needs to know not only what each does but when to use it.',
  help: 'Start with "Use this when …".',
  check(api, report) {
    for (const operation of api.exposed) {
      const { description, label, pointer } = operation;
      if (description === undefined || cue.test(proseOf(operation).replace(contrary, ''))) continue;
      const rival = findRival(api, operation);
      const rather = rival === undefined ? '' : ` rather than ${rival.label}`;
      const options = rival === undefined ? {} : { related: [rival.pointer] };
      report(`${pointer}/description`, { operation: label, rather }, options);
    }
  },
  cases: {
    good: [{ 'get /tasks': { description: 'Use this when you need the id of a task.' } }, { 'get /tasks': {} }],
    bad: [
      { 'get /tasks': { description: 'Updates a user.' } },
      { 'get /tasks': { description: 'Adds a task. Do not use it to change a task that is there.' } },
    ],
  },
};
