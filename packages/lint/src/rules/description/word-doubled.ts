/** PROF-DESC-24: descriptions do not repeat themselves. */
import { listParameters } from '../../api/operation-facts.js';
import type { Rule } from '../../rule-model/rule.js';

/** Words that no sentence has twice in a row; "that that", "had had" and "is is" occur in right sentences. */
const doubled =
  /(?<![\w-])(the|an?|of|to|for|and|with|from|this|these|by|be|are|will|your|their|its|must|should|when|if|as|at|or|we|you|it) +\1(?![\w'’.,-])/i;

/** Function words that occur twice in a row. */
export const wordDoubled: Rule = {
  id: 'word-doubled',
  requirement: 'PROF-DESC-24',
  severity: 'info',
  targets: ['openapi', 'tools'],
  message: '"{words}" repeats a word.',
  why: 'Another word may be missing, so the sentence may not say what was meant.',
  help: 'Remove the word, or write the one that was meant.',
  check(api, report) {
    const seen = new Set<string>();
    const check = (text: string | undefined, pointer: string) => {
      const [words] = doubled.exec(text ?? '') ?? [];
      if (words === undefined || seen.has(pointer)) return;
      seen.add(pointer);
      report(pointer, { words });
    };
    for (const { summary, description, pointer } of api.exposed) {
      check(summary, `${pointer}/summary`);
      check(description, `${pointer}/description`);
    }
    for (const { value, pointer } of api.once(listParameters)) {
      if (typeof value.description === 'string') check(value.description, `${pointer}/description`);
    }
    for (const { schema, pointer } of [...api.inputs, ...api.outputs]) {
      if (typeof schema.description === 'string') check(schema.description, `${pointer}/description`);
    }
  },
  cases: {
    good: [
      { 'get /t': { description: 'Lists the tasks that that user can read, by name and to-to date. A a-z list.' } },
    ],
    bad: [
      { 'get /t': { description: 'Lists the the tasks of a project.' } },
      { 'get /t': { parameters: [{ name: 'a', in: 'query', description: 'Time to to wait' }] } },
    ],
  },
};
