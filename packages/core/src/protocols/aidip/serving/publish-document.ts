/** Shared by registration and replacement: from the request body to the published agent and its response. */
import type { JsonValue } from '@dragoman/model';
import { isJsonObject } from '@dragoman/model';
import type { PublishRequest } from '../../../catalogue/publish.js';
import { publish } from '../../../catalogue/publish.js';
import type { HttpReply } from '../../../transport/http-reply.js';
import { readJsonBody } from '../../../transport/json-body.js';
import type { RouteContext } from '../../../transport/route.js';
import type { AidipPorts } from '../ports.js';
import { readAidip } from '../read.js';
import { readChange } from './change-request.js';
import { changedReply } from './changed-answer.js';

/** Publishes the document in the body, as a new agent or as a replacement of the one in the path. */
export async function publishDocument(
  ports: AidipPorts,
  context: RouteContext,
  place: Pick<PublishRequest, 'mode' | 'id'>,
): Promise<HttpReply> {
  const { strict, ownOrigins, bodyBytes } = ports.settings;
  const asked = readChange(ports, context, ['dry_run', 'diagnostics']);
  const document = await readJsonBody(context.request, { bytes: bodyBytes });
  const published = await publish(asked.ports, {
    ...asked.request,
    ...place,
    document,
    reader: readAidip,
    ...(ports.checks === undefined ? {} : { checks: ports.checks }),
    context: { strict, ownOrigins },
  });
  return changedReply(published, asked, place.id !== undefined || namesId(document));
}

function namesId(document: JsonValue): boolean {
  return isJsonObject(document) && Object.hasOwn(document, 'id');
}
