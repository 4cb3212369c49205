/** PROF-DESC-30: a description states a purpose. */
import { isHealthCheck } from '../../api/operation-facts.js';
import { contentWords, isOtherScript } from '../../api/words.js';
import type { Rule } from '../../rule-model/rule.js';
import { repeatsName } from './description-restates-name.js';

const generic = new Set(
  'handle processe process processing manage perform execute operation request endpoint call'.split(' '),
);

/** Descriptions without content. */
export const purposeMissing: Rule = {
  id: 'purpose-missing',
  requirement: 'PROF-DESC-30',
  severity: 'warning',
  varies:
    'warning for at most two meaningful words on an operation that changes something or has inputs; info for three or more, for a health check or a monitoring address, for signing in or out, and when summary and description together have five, which are often enough to choose the operation; else warning',
  targets: ['openapi', 'tools'],
  message: 'The description of {operation} says little (meaningful words: {count}).',
  why: 'To choose an operation, an agent needs at least the action, the entity and the reason.',
  help: 'State what the operation does, to which entity, and why.',
  check(api, report) {
    for (const operation of api.exposed) {
      const { summary = '', description, label, pointer, path, kinds, parameters, input } = operation;
      if (description === undefined) continue;
      const words = new Set(isOtherScript(description) ? otherWords(description) : contentWords(description));
      const telling = [...words].filter((word) => !generic.has(word));
      // What only repeats the name is reported as such.
      if ((words.size < 5 || telling.length < 2) && !repeatsName(operation)) {
        // "Get UTC time" says all there is to a read without inputs.
        const isWhole = kinds.read && input === undefined && parameters.every(({ in: place }) => place === 'path');
        const isClear =
          telling.length > 2 ||
          isWhole ||
          isHealthCheck(path) ||
          /\/(?:log|sign)-?_?(?:in|out)\/?$/i.test(path) ||
          (telling.length > 1 && new Set(contentWords(`${summary} ${description}`)).size > 4);
        const options = isClear ? { severity: 'info' as const } : {};
        report(`${pointer}/description`, { operation: label, count: telling.length }, options);
      }
    }
  },
  cases: {
    good: [
      { 'get /t': { description: 'Finds open tasks by title, newest first.' } },
      { 'get /t': { description: '按标题查找未完成的任务，并按创建时间从新到旧排列' } },
    ],
    bad: [{ 'get /t': { description: 'Handles processing' } }],
  },
};

/** Chinese and Japanese put no spaces between words, which have about two characters each. */
function otherWords(text: string): string[] {
  return text
    .split(/[\s\p{P}]+/u)
    .filter((part) => part !== '')
    .flatMap((part) =>
      /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u.test(part) ? (part.match(/.{1,2}/gu) ?? []) : [part],
    );
}
