/** Descriptions for editors: fetched from a URL with all checks of an import, or written for a service of the catalogue. */
import type { BrowsePorts } from '@dragoman/core/engine';
import { readEntry, upstreamEntry } from '@dragoman/core/engine';
import type { DocumentHost, HttpReply, Route, RouteContext } from '@dragoman/core/http';
import { jsonReply, readJsonBody } from '@dragoman/core/http';
import { decodeText } from '@dragoman/documents';
import type { FieldError, JsonObject, JsonValue } from '@dragoman/model';
import { Failure, isJsonObject } from '@dragoman/model';
import { type CredentialForAddress, fetchAsCaller } from './fetch-as-caller.js';
import type { Projections } from './ports.js';
import { fault, invalidBody, refuseUnknown } from './request-faults.js';

/** Dependencies of the route. */
export interface DescriptionPorts extends BrowsePorts {
  host: DocumentHost;
  credentialFor?: CredentialForAddress;
  /** Base URL of this server, for services without an address of their own. */
  origin: string;
  /** Maximum size of a request, in bytes. */
  bodyBytes: number;
  projections: Pick<Projections, 'writeOpenApiText' | 'writeAgisDocument'>;
}

/** Creates the route. */
export function createDescriptionRoute(ports: DescriptionPorts): Route {
  return {
    method: 'POST',
    path: '/descriptions',
    budget: 'write',
    access: 'registry:write',
    bodyBytes: ports.bodyBytes,
    describe,
    async handle(context): Promise<HttpReply> {
      const { url, service } = readBody(await readJsonBody(context.request, { bytes: ports.bodyBytes }));
      const answer = url === undefined ? await write(ports, context, service ?? '') : await load(ports, context, url);
      return jsonReply(answer, { headers: { 'Cache-Control': 'no-store' } });
    },
  };
}

function readBody(given: JsonValue): { url?: string; service?: string } {
  const faults: FieldError[] = [];
  const body = isJsonObject(given) ? given : {};
  refuseUnknown(body, ['url', 'service'], '', faults);
  const { url, service } = body;
  if ((url === undefined) === (service === undefined))
    faults.push(fault('url', '/url', 'give either a url or a service'));
  if (url !== undefined && !(typeof url === 'string' && URL.canParse(url))) {
    faults.push(fault('url', '/url', 'must be an absolute URL'));
  }
  if (service !== undefined && typeof service !== 'string') {
    faults.push(fault('service', '/service', 'must be the id of a service'));
  }
  if (faults.length > 0) throw invalidBody(faults);
  return typeof url === 'string' ? { url } : { service: String(service) };
}

async function load(
  ports: DescriptionPorts,
  { caller, signal, traceId }: RouteContext,
  url: string,
): Promise<JsonObject> {
  const fetched = await fetchAsCaller(ports, caller).fetch(url, { signal, traceId });
  if (fetched.outcome !== 'fetched')
    throw new Failure('UPSTREAM_ERROR', { message: 'The address returned no document.' });
  const text = decodeText(fetched.bytes);
  if (text === undefined) throw new Failure('UPSTREAM_ERROR', { message: 'The document is not text in UTF-8.' });
  return { text, uri: fetched.uri };
}

/** The service's own interface, without what the gateway adds: an AGIS document for AGIS, OpenAPI for all others. */
async function write(ports: DescriptionPorts, { caller }: RouteContext, id: string): Promise<JsonObject> {
  const { entry } = await readEntry(ports, id, caller);
  const own = upstreamEntry(entry);
  const { projections, origin } = ports;
  const path = `/agents/${encodeURIComponent(entry.id)}`;
  const addresses = {
    agtp: `agtp://${new URL(origin).host}${path}`,
    httpBase: own.endpoint ?? `${origin}${path}/agis`,
  };
  const text =
    entry.origin.protocol === 'agis'
      ? JSON.stringify((await projections.writeAgisDocument(own, addresses)).document, null, 2)
      : await projections.writeOpenApiText(own, undefined);
  return { text, service: entry.id };
}

const describe: Route['describe'] = {
  operationId: 'descriptions_read',
  tag: 'discovery',
  summary: 'Read a description as text, to edit it.',
  description:
    'Returns the text of a description: fetched from a URL, with the address checks of an import, or the own interface of a service of the catalogue, as OpenAPI or AGIS. ' +
    'Use this to open a description in an editor. Do not use it to register a service: use imports_create instead. No side effects; nothing is stored.',
  requestBody: {
    description: 'Where the description is: a URL or a service.',
    required: true,
    content: {
      'application/json': {
        schema: {
          type: 'object',
          title: 'DescriptionPlace',
          description: 'Exactly one of the two.',
          properties: {
            url: { type: 'string', format: 'uri', maxLength: 2048, description: 'Address of the description.' },
            service: { type: 'string', maxLength: 255, description: 'Id of a service of the catalogue.' },
          },
          additionalProperties: false,
        },
        examples: { url: { summary: 'From a URL', value: { url: 'https://pier.example/openapi.yaml' } } },
      },
    },
  },
  responses: {
    '200': {
      description: 'The text.',
      content: {
        'application/json': {
          schema: {
            type: 'object',
            title: 'DescriptionText',
            description: 'The text of a description.',
            required: ['text'],
            properties: {
              text: { type: 'string', description: 'The description, as it was received or written.' },
              uri: { type: 'string', description: 'Final address after redirects.' },
              service: { type: 'string', description: 'Id of the service that it was written for.' },
            },
          },
          examples: {
            fetched: {
              summary: 'A fetched description',
              value: {
                text: 'openapi: 3.1.0\ninfo: {title: Pier, version: 1.0.0}\n',
                uri: 'https://pier.example/openapi.yaml',
              },
            },
          },
        },
      },
    },
  },
  failures: [400, 403, 404, 413, 415, 422, 502, 503, 504],
  agent: { read_only: true },
};
