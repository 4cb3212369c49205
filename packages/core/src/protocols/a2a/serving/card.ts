/** The cards of every entry as an A2A agent that is called through this gateway. */
import type { Entry, JsonObject } from '@dragoman/model';
import { readEntry } from '../../../catalogue/browse.js';
import { entryValidators, isUnchanged, notModified, validatorHeaders } from '../../../transport/conditional.js';
import { jsonReply } from '../../../transport/http-reply.js';
import { negotiate } from '../../../transport/negotiate.js';
import type { Route, RouteDescription } from '../../../transport/route.js';
import type { A2aPorts } from '../ports.js';
import { writeCard } from '../write.js';
import { writeOlderCard } from '../write-older.js';
import { describeCard, describeOlderCard } from './describe.js';

/** The routes of the card: of 1.0 with the members of 0.3, and of 0.3 alone at the address that its clients know. */
export function createCardRoutes(ports: A2aPorts): Route[] {
  return [
    cardRoute(ports, {
      path: '/agents/{id}/.well-known/agent-card.json',
      describe: describeCard,
      write: (entry) => writeCard(entry, ports).card,
    }),
    cardRoute(ports, {
      path: '/agents/{id}/.well-known/agent.json',
      describe: describeOlderCard,
      unlisted: true,
      write: (entry) => writeOlderCard(entry, ports),
    }),
  ];
}

/** How long a client may use a card without asking again; `private`, because some callers only may read it. */
const maxAgeSeconds = 60;

interface CardForm extends Pick<Route, 'path' | 'unlisted'> {
  describe: RouteDescription;
  write: (entry: Entry) => JsonObject;
}

function cardRoute(ports: A2aPorts, { write, ...form }: CardForm): Route {
  return {
    ...form,
    method: 'GET',
    budget: 'read',
    access: 'public',
    async handle({ request, params, caller }) {
      negotiate(request, ['application/json']);
      const stored = await readEntry(ports, params.id ?? '', caller);
      const validators = entryValidators(stored, 'other');
      const headers = {
        ...validatorHeaders(validators),
        'Cache-Control': `private, max-age=${maxAgeSeconds}`,
        Vary: 'Accept, Authorization',
      };
      if (isUnchanged(request, validators)) return notModified(headers);
      return jsonReply(write(stored.entry), { headers });
    },
  };
}
