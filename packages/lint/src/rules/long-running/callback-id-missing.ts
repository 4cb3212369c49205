/** PROF-LRO-10: notifications can be told apart. */
import type { Rule } from '../../rule.js';
import { listNotifications } from './notifications.js';

/** Notifications without an identifier. */
export const callbackIdMissing: Rule = {
  id: 'callback-id-missing',
  requirement: 'PROF-LRO-10',
  severity: 'warning',
  message: 'The notification {name} carries no identifier of its own.',
  why: 'Notifications come twice; without an id the second one is taken for news.',
  help: 'Send an event id in a header or in the body, the same on every delivery.',
  check(api, report) {
    for (const { name, pointer, headers, fields } of listNotifications(api)) {
      const named = [...headers, ...fields].some((each) =>
        /^id$|(?:event|delivery|message|webhook|notification|request)[-_]?id$/i.test(each),
      );
      if (!named) report(pointer, { name });
    }
  },
  cases: {
    good: [{ webhooks: { done: { post: { parameters: [{ name: 'Webhook-Id', in: 'header' }] } } } }],
    bad: [{ webhooks: { done: { post: {} } } }],
  },
};
