/** PROF-CONS-02: an identifier from a list works in the URL of the item. */
import { type Check, checkEach, fails, holds, open } from '../check.js';
import { isSuccess, outcomeOf } from '../exchange.js';
import { identityOf, itemsIn } from '../read-page.js';

/** Identifiers from lists work for items. */
export const identifierWorks: Check = {
  id: 'identifier-works',
  requirement: 'PROF-CONS-02',
  severity: 'warning',
  title: 'An identifier from a list reads its item',
  why: 'An agent takes the identifier from one response and uses it in the next call.',
  help: 'Use one identifier format per entity everywhere.',
  needs: 'reads',
  run({ surveyed, lists, api }) {
    const tried = surveyed.flatMap((item) => {
      const name = /\/\{([^{}]+)\}\/?$/.exec(item.operation.path)?.[1];
      const list = lists.find(({ operation }) => `${operation.path}/{${name}}` === item.operation.path);
      const [first] = list === undefined ? [] : (itemsIn(api, list.operation, list.first) ?? []);
      const id = first === undefined || name === undefined ? undefined : identityOf(first, name);
      return id === undefined || item.call.path[name ?? ''] !== id ? [] : [{ item, list }];
    });
    return checkEach(tried, 'no item with a corresponding list was observed', async ({ item }) => {
      const seen = { operation: item.operation, exchanges: [item.first] };
      if (isSuccess(item.first)) return holds('the identifier from the list works', seen);
      const refused = item.first.answer?.status;
      if (refused === 401 || refused === 403) return open(`the read returned ${outcomeOf(item.first)}`, seen);
      return fails(`the identifier from the list returned ${outcomeOf(item.first)}`, seen);
    });
  },
};
