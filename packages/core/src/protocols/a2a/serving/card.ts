/** The cards of every entry as an A2A agent that is called through this gateway. */
import { readEntry } from '../../../catalogue/browse.js';
import { createRunOnce } from '../../../documents/run-once.js';
import { entryValidators, isUnchanged, notModified, validatorHeaders } from '../../../transport/conditional.js';
import { jsonTextReply } from '../../../transport/http-reply.js';
import { negotiate } from '../../../transport/negotiate.js';
import type { Route, RouteDescription } from '../../../transport/route.js';
import type { CardWriting } from '../card-text.js';
import { writeCardText, writeUnsignedCard } from '../card-text.js';
import type { A2aPorts } from '../ports.js';
import { describeCard, describeOlderCard } from './describe.js';

/** The routes of the card: of 1.0 with the members of 0.3, and of 0.3 alone at the address that its clients know. */
export function createCardRoutes(ports: A2aPorts): Route[] {
  return [
    cardRoute(ports, {
      path: '/agents/{id}/.well-known/agent-card.json',
      describe: describeCard,
      form: 'current',
    }),
    cardRoute(ports, {
      path: '/agents/{id}/.well-known/agent.json',
      describe: describeOlderCard,
      unlisted: true,
      form: 'older',
    }),
  ];
}

/** How long a client may use a card without asking again; `private`, because some callers only may read it. */
const maxAgeSeconds = 60;

interface CardForm extends Pick<Route, 'path' | 'unlisted'> {
  describe: RouteDescription;
  form: CardWriting['form'];
}

function cardRoute(ports: A2aPorts, { form, ...route }: CardForm): Route {
  const { origin, grpcAddress, secured, key, writeCard = writeUnsignedCard } = ports;
  const options = { origin, secured, ...(grpcAddress === undefined ? {} : { grpcAddress }) };
  const share = createRunOnce<string>();
  return {
    ...route,
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
      const { entry, seq } = stored;
      const text = await share(JSON.stringify([entry.id, seq]), () =>
        writeCardText(writeCard, { entry, form, options }, key),
      );
      return jsonTextReply(text, { headers });
    },
  };
}
