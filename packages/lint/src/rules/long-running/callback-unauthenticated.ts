/** PROF-LRO-08, PROF-LRO-09: notifications are signed, and replays are detectable. */
import type { Rule } from '../../rule-model/rule.js';
import { listNotifications } from './notifications.js';

/** Notifications that anyone could have sent. */
export const callbackUnauthenticated: Rule = {
  id: 'callback-unauthenticated',
  requirement: 'PROF-LRO-08',
  severity: 'info',
  message: 'The notification {name} documents no {missing}.',
  why: 'A forged or replayed notification makes an agent act on an event that did not happen.',
  help: 'Sign the body and a timestamp, send both in headers, and document how to verify them.',
  check(api, report) {
    for (const { name, pointer, headers, fields, secured, isKeyed = false } of listNotifications(api)) {
      const signed =
        secured ||
        isKeyed ||
        [...headers, ...fields].some((name) => /signature|hmac|authorization|token|checksum|^sign$/i.test(name));
      const dated = [...headers, ...fields].some((each) => /time|date|created|(?:_at|At)$/i.test(each));
      const missing = [...(signed ? [] : ['signature']), ...(dated ? [] : ['timestamp'])];
      if (missing.length > 0) report(pointer, { name, missing: missing.join(' and no ') });
    }
  },
  cases: {
    good: [
      {
        webhooks: {
          done: {
            post: {
              parameters: [
                { name: 'Webhook-Signature', in: 'header' },
                { name: 'Webhook-Timestamp', in: 'header' },
              ],
            },
          },
        },
      },
    ],
    bad: [{ webhooks: { done: { post: {} } } }],
  },
};
