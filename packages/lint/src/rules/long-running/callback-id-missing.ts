/** PROF-LRO-10: notifications are distinguishable. */
import type { Rule } from '../../rule-model/rule.js';
import { listNotifications } from './notifications.js';

/** Notifications without an identifier. */
export const callbackIdMissing: Rule = {
  id: 'callback-id-missing',
  requirement: 'PROF-LRO-10',
  severity: 'info',
  message: 'The notification {name} has no identifier.',
  why: 'Notifications can be delivered twice; without an id the duplicate looks like a new event.',
  help: 'Send an event id in a header or in the body, the same on every delivery.',
  check(api, report) {
    for (const { name, pointer, headers, fields } of listNotifications(api)) {
      const named = [...headers, ...fields].some((each) =>
        /^_?(?:[ug]u|t)?id$|(?:event|delivery|message|webhook|notification|request|transaction|payment|order|trace|correlation)[-_]?(?:uu)?id$|idempotency/i.test(
          each,
        ),
      );
      if (!named) report(pointer, { name });
    }
  },
  cases: {
    good: [{ webhooks: { done: { post: { parameters: [{ name: 'Webhook-Id', in: 'header' }] } } } }],
    bad: [{ webhooks: { done: { post: {} } } }],
  },
};
