/**
 * `POST /agents/{id}/agis` with PROPOSE (§8.2(e); agis.md R36): the entry point for negotiation, which services may
 * refuse.
 */
import { Failure, isJsonObject } from '@dragoman/model';
import { readEntry } from '../../../catalogue/browse.js';
import type { Route } from '../../../transport/route.js';
import { describePropose } from '../describe.js';
import type { DocumentCache } from '../document-cache.js';
import { showDocument } from '../exposure.js';
import type { AgisPorts } from '../ports.js';
import { methodOf } from './call.js';

/** Negotiation is part of the protocol, not of a vocabulary: it is at the root of a service and in no document. */
const proposing = 'PROPOSE';

/** The route that accepts proposals. */
export function createProposeRoute(ports: AgisPorts, documents: DocumentCache): Route {
  return {
    method: 'POST',
    path: '/agents/{id}/agis',
    budget: 'invoke',
    access: 'public',
    describe: describePropose,
    async handle(context) {
      const method = methodOf(context);
      const stored = await readEntry(ports, context.params.id ?? '', context.caller);
      const written = await documents.documentOf(stored);
      if (method !== proposing) throw notHere(method);
      const { vocabulary } = showDocument(written.document, context.caller);
      const negotiable = isJsonObject(vocabulary) && vocabulary.negotiable === true;
      if (!negotiable) throw rejected('the service does not negotiate (negotiable is false).');
      if (ports.negotiate === undefined) throw rejected('this registry does not negotiate for its services.');
      return ports.negotiate(context, { stored, written });
    },
  };
}

function notHere(method: string): Failure {
  return new Failure('METHOD_NOT_ALLOWED', {
    message: `The root of a service supports only ${proposing}, not ${method.slice(0, 80)}; its endpoints have paths below it.`,
    headers: { Allow: 'GET, POST' },
    members: { method, methods: [proposing] },
  });
}

function rejected(reason: string): Failure {
  return new Failure('PROPOSAL_REJECTED', { message: `The proposed endpoint was not created: ${reason}` });
}
