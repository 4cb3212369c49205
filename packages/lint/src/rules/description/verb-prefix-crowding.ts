/** PROF-DESC-05: on a large surface names that begin alike are hard to choose from. */
import { tokensOf } from '../../api/words.js';
import type { Rule } from '../../rule.js';

const verbs = new Set('get list create update delete add remove set find search post put patch fetch read'.split(' '));

/** One verb at the head of too many names. */
export const verbPrefixCrowding: Rule = {
  id: 'verb-prefix-crowding',
  requirement: 'PROF-DESC-05',
  severity: 'info',
  message: '{count} of {total} operationIds begin with "{verb}".',
  why: 'Where many names begin alike, the words that tell them apart come late; some models choose worse then.',
  help: 'Consider names that begin with the entity: tasks_list, task_create.',
  check(api, report) {
    const heads = api.exposed.flatMap(({ id }) => (id === undefined ? [] : (tokensOf(id)[0] ?? [])));
    if (api.exposed.length <= 30) return;
    for (const verb of verbs) {
      const count = heads.filter((head) => head === verb).length;
      if (count > api.exposed.length / 4) report('/paths', { count, total: api.exposed.length, verb });
    }
  },
  cases: {
    good: [{ 'get /a': { operationId: 'get_a' }, 'get /b': { operationId: 'get_b' } }],
    bad: [Object.fromEntries(Array.from({ length: 31 }, (_, at) => [`get /a${at}`, { operationId: `get_a${at}` }]))],
  },
};
