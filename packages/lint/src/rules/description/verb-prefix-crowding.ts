/** PROF-DESC-05: in a large API, names with the same prefix are hard to distinguish. */
import { tokensOf } from '../../api/words.js';
import type { Rule } from '../../rule-model/rule.js';

const verbs = new Set('get list create update delete add remove set find search post put patch fetch read'.split(' '));

/** One verb at the start of too many names. */
export const verbPrefixCrowding: Rule = {
  id: 'verb-prefix-crowding',
  requirement: 'PROF-DESC-05',
  severity: 'info',
  message: '{count} of {total} operationIds start with "{verb}".',
  why: 'When many names start alike, the distinguishing words come late, and some models choose worse.',
  help: 'Consider names that start with the entity: tasks_list, task_create.',
  ignoresWording: true,
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
