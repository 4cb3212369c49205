/** `GET /agents/{id}/.well-known/agent-card.json`: any entry as an A2A agent that is called through this gateway. */
import { readEntry } from '../../../catalogue/browse.js';
import { entryValidators, isUnchanged, notModified, validatorHeaders } from '../../../transport/conditional.js';
import { jsonReply } from '../../../transport/http-reply.js';
import { negotiate } from '../../../transport/negotiate.js';
import type { Route } from '../../../transport/route.js';
import type { A2aPorts } from '../ports.js';
import { writeCard } from '../write.js';
import { describeCard } from './describe.js';

/** The route of the card. */
export function createCardRoute(ports: A2aPorts): Route {
  return {
    method: 'GET',
    path: '/agents/{id}/.well-known/agent-card.json',
    budget: 'read',
    access: 'public',
    describe: describeCard,
    async handle({ request, params, caller }) {
      negotiate(request, ['application/json']);
      const stored = await readEntry(ports, params.id ?? '', caller);
      const validators = entryValidators(stored, 'other');
      const headers = {
        ...validatorHeaders(validators),
        'Cache-Control': 'private, no-cache',
        Vary: 'Accept, Authorization',
      };
      if (isUnchanged(request, validators)) return notModified(headers);
      return jsonReply(writeCard(stored.entry, ports).card, { headers });
    },
  };
}
