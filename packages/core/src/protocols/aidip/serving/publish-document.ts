/** Shared by registration and replacement: from the request body to the published agent and its response. */
import type { Protocol } from '@dragoman/model';
import { fromPlainFailure } from '@dragoman/model';
import type { PublishRequest } from '../../../catalogue/publish.js';
import { publish } from '../../../catalogue/publish.js';
import type { CardRead } from '../../../documents/description-reading.js';
import { timestamp } from '../../../documents/host.js';
import type { HttpReply } from '../../../transport/http-reply.js';
import { readJsonBytes } from '../../../transport/json-body.js';
import type { RouteContext } from '../../../transport/route.js';
import type { AidipPorts } from '../ports.js';
import { readChange } from './change-request.js';
import { changedReply } from './changed-answer.js';

/** What is published: a new service or the one in the path, and the protocol of its document. */
type Target = Pick<PublishRequest, 'mode' | 'id'> & { protocol?: Protocol };

/** Publishes the document in the body, as a new agent or as a replacement of the one in the path. */
export async function publishDocument(ports: AidipPorts, context: RouteContext, target: Target): Promise<HttpReply> {
  const asked = readChange(ports, context, ['dry_run', 'diagnostics']);
  const card = await readBody(ports, context, target);
  if ('failure' in card) throw fromPlainFailure(card.failure);
  const { namesId, ...read } = card;
  const { protocol: _, ...place } = target;
  const published = await publish(asked.ports, { ...asked.request, ...place, read });
  return changedReply(published, asked, target.id !== undefined || namesId);
}

async function readBody(
  ports: AidipPorts,
  { request, caller, signal }: RouteContext,
  { id, protocol = 'aidip' }: Target,
): Promise<CardRead> {
  const { strict, ownOrigins, bodyBytes } = ports.settings;
  const bytes = await readJsonBytes(request, bodyBytes);
  const named = id === undefined ? {} : { id };
  const outcome = await ports.reading.read(
    {
      source: { kind: 'json', bytes },
      context: { strict, ownOrigins, at: timestamp(ports.clock), ...named },
      protocol,
      maxCards: 1,
    },
    { caller: caller.subject, signal },
  );
  const [card] = outcome.kind === 'read' ? outcome.cards : [];
  if (card === undefined) throw new Error('a JSON text was read without a result');
  return card;
}
