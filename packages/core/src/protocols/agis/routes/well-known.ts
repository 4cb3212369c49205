/** `GET /.well-known/agis.json` of the registry and of each service (§11.1). */

import { agisExtra, textOf, writeSummary } from '@dragoman/agis';
import { readEntry } from '../../../catalogue/browse.js';
import { jsonReply } from '../../../transport/http-reply.js';
import { negotiate } from '../../../transport/negotiate.js';
import type { Route, RouteContext } from '../../../transport/route.js';
import { describeAgentSummary, describeSummary } from '../describe.js';
import type { DocumentCache } from '../document-cache.js';
import { showDocument } from '../exposure.js';
import { documentAddress, ownAddress, writeOwnDocument } from '../own-document.js';
import type { AgisPorts } from '../ports.js';

/** Maximum number of related services; agents find others by searching. */
const maxRelated = 50;

/** The route for the registry itself; related services are those that the caller may see. */
export function createSummaryRoute(ports: AgisPorts): Route {
  const document = writeOwnDocument(ports);
  return {
    method: 'GET',
    path: '/.well-known/agis.json',
    budget: 'read',
    access: 'public',
    describe: describeSummary,
    async handle(context) {
      negotiate(context.request, ['application/json']);
      const related = await relatedServices(ports, context);
      const facts = { document: `${ports.origin}/`, related, confirms: false };
      return jsonReply(writeSummary(document, facts), { headers: { Vary: 'Authorization' } });
    },
  };
}

/** The route for one service, as the caller may see it. */
export function createAgentSummaryRoute(ports: AgisPorts, documents: DocumentCache): Route {
  return {
    method: 'GET',
    path: '/agents/{id}/.well-known/agis.json',
    budget: 'read',
    access: 'public',
    describe: describeAgentSummary,
    async handle(context) {
      negotiate(context.request, ['application/json']);
      const stored = await readEntry(ports, context.params.id ?? '', context.caller);
      const document = showDocument((await documents.documentOf(stored)).document, context.caller);
      const facts = {
        document: documentAddress(ports.origin, stored.entry.id),
        toolList: `${documentAddress(ports.origin, stored.entry.id).replace(/agis$/, 'mcp')}/tools`,
        related: [ownAddress(ports.origin)],
        confirms: true,
      };
      return jsonReply(writeSummary(document, facts), { headers: { Vary: 'Authorization' } });
    },
  };
}

async function relatedServices(ports: AgisPorts, { caller }: RouteContext): Promise<string[]> {
  if (caller.kind === 'anonymous' && !ports.anonymousSearch) return [];
  const { hits } = await ports.index.find({ conditions: [], order: 'name', top: maxRelated, skip: 0 }, caller);
  const stored = await ports.store.entries.readMany(hits.map(({ id }) => id));
  return stored.map(
    ({ entry }) =>
      textOf(agisExtra(entry.extra).agtp) ?? `${ownAddress(ports.origin)}/agents/${encodeURIComponent(entry.id)}`,
  );
}
