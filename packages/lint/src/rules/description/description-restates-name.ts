/** PROF-DESC-25: a description says more than the name. */
import { nameWords, plainText } from '@dragoman/core/descriptions';
import type { Api, ApiOperation } from '../../api/api.js';
import { contentWords, isOtherScript, sentencesOf, tokensOf } from '../../api/words.js';
import type { Rule } from '../../rule-model/rule.js';
import { compareVectors } from '../../settings/meaning.js';

/** With fewer words of its own, a text that repeats the name adds nothing. */
const fewestFresh = 3;

/** Words that say nothing of their own. */
const fillers = new Set(
  'return get retrieve fetch list read show provide give update create delete remove add set single specific specified given provided existing current new collection object entity record item resource detail information data id by using based attribute careful note please returns gets retrieves fetches lists reads shows provides gives updates creates deletes removes adds sets change changes edit edits modify modifies all old ones'.split(
    ' ',
  ),
);

/** With more words of its own, it adds something, however similar its meaning is. */
const mostFresh = 4;

/** Maximum number of descriptions compared by meaning. */
const mostCompared = 3_000;

/** Descriptions that only repeat the name. */
export const descriptionRestatesName: Rule = {
  id: 'description-restates-name',
  requirement: 'PROF-DESC-25',
  severity: 'warning',
  varies:
    'warning when it has no specific word that name, path and summary lack; info when it has one, a restriction, or a relation that otherwise only the path shows, for the DELETE of one thing, and for the plain read of one item or of a version',
  targets: ['openapi', 'tools'],
  message: 'The description of {operation} says little beyond its name.',
  why: 'A description that repeats the name does not help an agent to choose.',
  help: 'Add the context of the entity, the limits and the effects.',
  check(api, report) {
    let compared = 0;
    for (const operation of api.exposed) {
      const fresh = countFresh(operation);
      if (fresh === undefined || fresh > mostFresh) continue;
      const restates = fresh < fewestFresh || (compared++ < mostCompared && restatesMeaning(api, operation));
      if (!restates) continue;
      const options = isEnough(api, operation) ? { severity: 'info' as const } : {};
      report(`${operation.pointer}/description`, { operation: operation.label }, options);
    }
  },
  cases: {
    good: [
      { 'post /tasks': { operationId: 'create_task', description: 'Not supported.' } },
      {
        'post /tasks': {
          operationId: 'create_task',
          description: 'Create a task in the project tracker. Notifies the assignee by email.',
        },
      },
    ],
    bad: [{ 'post /tasks': { operationId: 'create_task', description: 'Creates a task' } }],
  },
};

/** True when the few words of a description are the same as those of the name. */
export function repeatsName(operation: ApiOperation): boolean {
  const fresh = countFresh(operation);
  return fresh !== undefined && fresh < fewestFresh;
}

/** A short text suffices: it adds two words, or it is about one item, which is read by its id and in no other way. */
function isEnough({ exposed }: Api, operation: ApiOperation): boolean {
  const { kinds, path, id, method, parameters } = operation;
  // "Delete a snapshot of a collection": the method and the path leave nothing to say.
  if (method === 'delete' && /\}\/?$/.test(path)) return true;
  // The one word of "gets the install log" is what a caller does not know yet.
  if (addsWord(operation)) return true;
  if (countFresh(operation, fillers) === 2 || restricts(operation) || namesWhole(operation)) return true;
  // "Lists the addresses of a wallet" at `/wallets/{id}/addresses`, named listAddresses.
  if (kinds.read && id !== undefined && (countFresh({ ...operation, path: '' }, fillers) ?? 0) >= 2) return true;
  const isOnly = !exposed.some((other) => other.method === 'get' && other.path.startsWith(`${path}/`));
  // A version says all there is.
  const isVersion = method === 'get' && parameters.length === 0 && /\/versions?\/?$/i.test(path);
  return (method === 'get' && kinds.item && isOnly) || isVersion;
}

/** A word that neither the name, the path nor the summary has in any form. */
function addsWord({ id = '', path, summary = '', description = '' }: ApiOperation): boolean {
  const own = new Set(tokensOf(`${id} ${path} ${summary}`).map(stem));
  return contentWords(description).some((word) => !own.has(stem(word)) && !fillers.has(word));
}

/** "Closes", "closed" and "closing" are the word "close". */
function stem(word: string): string {
  return word.replace(/(?:es|s|ed|ing|e)$/, '');
}

/** "From the Operator user": which kind of thing the part belongs to, in a word that the name lacks. */
function namesWhole(operation: ApiOperation): boolean {
  const { description = '' } = operation;
  const whole = /\b(?:from|of|to|for|in|on) (?:the |an? |its )?([^.,;]{1,60})/i.exec(description)?.[1];
  return (
    whole !== undefined && /\b[A-Z]/.test(whole) && (countFresh({ ...operation, description: whole }, fillers) ?? 0) > 0
  );
}

/** "You can only see your own tokens", "the lists that a movie has been added to": a limit or a relation is no repetition. */
function restricts({ description = '' }: ApiOperation): boolean {
  return /\b(?:only|cannot|can ?not|can['’]t|must|unless|except|(?:that|which) (?:an? |the |this |your )?\w+ (?:has|have|is|are|was|were)|whose)\b/i.test(
    description,
  );
}

/** Number of words that the description adds to the name; undefined when it is missing or repeats nothing. */
function countFresh(
  { description, id, path, summary }: ApiOperation,
  ignored?: ReadonlySet<string>,
): number | undefined {
  if (description === undefined) return undefined;
  // Words of other scripts are not counted; only a copy of the title is certain to add nothing.
  if (isOtherScript(description)) return plainOf(description) === plainOf(summary ?? '') ? 0 : undefined;
  const own = new Set([...tokensOf(id ?? ''), ...tokensOf(path)]);
  const words = contentWords(description);
  // A text that shares nothing with the name may be short, but repeats nothing.
  if (words.length > 0 && !words.some((word) => own.has(word))) return undefined;
  return new Set(words.filter((word) => !own.has(word) && !ignored?.has(word))).size;
}

function plainOf(text: string): string {
  return text.replace(/[\s.!。]+/g, '');
}

/** One sentence whose few other words mean the same as the name; numbers always count as facts. */
function restatesMeaning({ meaning, settings }: Api, { id, description = '' }: ApiOperation): boolean {
  if (meaning === undefined || id === undefined || /\d/.test(description)) return false;
  if (sentencesOf(description).length !== 1) return false;
  const [name, text] = [nameWords(id.slice(0, 200)), plainText(description.slice(0, 1_000))];
  return compareVectors(meaning.embedNow(name), meaning.embedNow(text)) >= settings.thresholds.restatedSimilarity;
}
