/** `GET /` and `GET /agents/{id}/agis`: documents as root responses (§11), in JSON or YAML (§10; agis.md R43). */

import { agisType, agisVersion, printAgis } from '@dragoman/agis';
import type { JsonObject } from '@dragoman/model';
import { readEntry } from '../../../catalogue/browse.js';
import type { HttpReply } from '../../../transport/http-reply.js';
import { createReply } from '../../../transport/http-reply.js';
import { linkHeader } from '../../../transport/links.js';
import { negotiate } from '../../../transport/negotiate.js';
import { invalidParameters } from '../../../transport/query-string.js';
import type { Route, RouteContext } from '../../../transport/route.js';
import { describeDocument, describeRoot } from '../describe.js';
import type { DocumentCache } from '../document-cache.js';
import { showDocument } from '../exposure.js';
import { writeOwnDocument } from '../own-document.js';
import type { AgisPorts } from '../ports.js';
import { rootPage, rootPageHeaders } from '../root-page.js';

/** Media types of a document; the first is the default. */
const types = [agisType, 'application/json', 'application/yaml'] as const;

/** The media type that browsers accept. */
const pageType = 'text/html';

/** The route of the registry's own document, or a page for browsers. */
export function createRootRoute(ports: AgisPorts): Route {
  const document = writeOwnDocument(ports);
  return {
    method: 'GET',
    path: '/',
    budget: 'read',
    access: 'public',
    describe: describeRoot,
    async handle(context) {
      // A request with a syntax parameter gets the document, in a browser too.
      const page =
        !context.url.searchParams.has('syntax') && negotiate(context.request, [...types, pageType]) === pageType;
      return page ? pageReply(ports.consolePath) : documentReply(document, context);
    },
  };
}

/** Browsers are led to the console; without one, they get a page with links. */
function pageReply(consolePath: string | undefined): HttpReply {
  if (consolePath === undefined) return createReply(rootPage, { headers: rootPageHeaders });
  return createReply(null, { status: 302, headers: { Location: consolePath, Vary: 'Accept, Authorization' } });
}

/** The route of the document of one service. */
export function createDocumentRoute(ports: AgisPorts, documents: DocumentCache): Route {
  return {
    method: 'GET',
    path: '/agents/{id}/agis',
    budget: 'read',
    access: 'public',
    describe: describeDocument,
    async handle(context) {
      const stored = await readEntry(ports, context.params.id ?? '', context.caller);
      const { document } = await documents.documentOf(stored);
      return documentReply(showDocument(document, context.caller), context);
    },
  };
}

function documentReply(document: JsonObject, { request, url }: RouteContext): HttpReply {
  const type = negotiate(request, types);
  const asYaml = type === 'application/yaml' || readSyntax(url) === 'yaml';
  const summary = linkHeader([{ rel: 'describedby', target: '/.well-known/agis.json' }]);
  return createReply(printAgis(document, asYaml ? 'yaml' : 'json'), {
    headers: {
      'Content-Type': type === agisType ? `${agisType}; version=${agisVersion}` : type,
      'X-Content-Type-Options': 'nosniff',
      Vary: 'Accept, Authorization',
      ...(summary === undefined ? {} : { Link: summary }),
    },
  });
}

function readSyntax(url: URL): 'json' | 'yaml' {
  const asked = url.searchParams.get('syntax') ?? 'json';
  if (asked === 'json' || asked === 'yaml') return asked;
  throw invalidParameters([{ field: 'syntax', code: 'request/parameter', detail: 'must be json or yaml' }]);
}
