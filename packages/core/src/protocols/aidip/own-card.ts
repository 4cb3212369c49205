/**
 * Dragoman's own card (-00 §4): AIDIP metadata of the registry itself, generated from its settings and routes, so
 * that another registry can crawl it and an agent can call its search like any other agent.
 */
import { createHash } from 'node:crypto';
import type { JsonObject } from '@dragoman/model';
import type { Validators } from '../../transport/conditional.js';
import { isUnchanged, notModified, validatorHeaders } from '../../transport/conditional.js';
import { ifNoneMatchParameter, stateHeaders, unchangedResponse } from '../../transport/describe.js';
import { jsonReply } from '../../transport/http-reply.js';
import { negotiate } from '../../transport/negotiate.js';
import type { Route } from '../../transport/route.js';
import { agentSchema } from './serving/schemas.js';

/** Facts of the card that are not in the routes. */
export interface OwnCardFacts {
  /** Public address of this server, without a trailing slash. */
  origin: string;
  /** Version of the program. */
  version: string;
  /** The authentication that callers need. */
  authentication: 'none' | 'api_key' | 'oauth2_bearer';
  /** Operator of this registry; defaults to the project's name. */
  publisher?: string;
  /** When this description was created. */
  modified: Date;
}

/** Media types of a card; -00 §4 only suggests the second, but clients may request it. */
const types = ['application/json', 'application/agent-card+json'] as const;

/** The route of the card of a registry with these other routes. */
export function createOwnCardRoute(others: readonly Route[], facts: OwnCardFacts): Route {
  const card = writeOwnCard(others, facts);
  const digest = createHash('sha256').update(JSON.stringify(card)).digest('hex').slice(0, 16);
  const validators: Validators = { etag: `"${digest}"`, modified: facts.modified };
  const headers = { ...validatorHeaders(validators), 'Cache-Control': 'public, max-age=300', Vary: 'Accept' };
  return {
    method: 'GET',
    path: '/.well-known/agent-card.json',
    budget: 'read',
    access: 'public',
    describe: { ...describe, responses: describeResponses(card) },
    async handle({ request }) {
      const type = negotiate(request, types);
      return isUnchanged(request, validators) ? notModified(headers) : jsonReply(card, { headers, type });
    },
  };
}

/** The card's document; it is a valid registration. */
export function writeOwnCard(routes: readonly Route[], facts: OwnCardFacts): JsonObject {
  const operations = routes.filter(isCallable).map((route) => toOperation(route, facts.origin));
  return {
    id: `dragoman@${facts.origin.replace(/^https?:\/\//, '')}`,
    name: 'Dragoman',
    description:
      'Registry of agents and services: finds the right agent for a task described in words or by ' +
      'labels, and accepts descriptions of agents.',
    version: facts.version,
    publisher: facts.publisher ?? 'Dragoman',
    capabilities: ['agent_discovery', 'agent_registration'],
    tags: ['registry', 'discovery', 'aidip'],
    endpoint: `${facts.origin}/agents/search`,
    supported_languages: ['en'],
    authentication: {
      type: facts.authentication,
      ...(facts.authentication === 'none'
        ? {}
        : { instructions: 'Ask the operator of this registry for a credential.' }),
    },
    status: 'active',
    documentation: `${facts.origin}/openapi.json`,
    operations,
  };
}

/** AIDIP calls are a POST of JSON to one URL (-01 §5.1); only such routes can be called from a card. */
function isCallable(route: Route): boolean {
  return route.method === 'POST' && !route.path.includes('{') && route.describe.requestBody !== undefined;
}

function toOperation(route: Route, origin: string): JsonObject {
  const { operationId, summary, requestBody, responses } = route.describe;
  const succeeded = responses['200'] ?? responses['201'] ?? responses['207'];
  return {
    name: operationId,
    description: summary,
    endpoint: `${origin}${route.path}`,
    inputs: requestBody?.content['application/json']?.schema ?? { type: 'object' },
    outputs: succeeded?.content?.['application/json']?.schema ?? true,
  };
}

const describe: Omit<Route['describe'], 'responses'> = {
  operationId: 'own_card_read',
  tag: 'description',
  summary: 'Read the agent card of this registry itself.',
  description:
    'Describes this registry as an agent: its operations, endpoint and authentication. Use this to ' +
    'register it elsewhere or to check what it offers. Do not use it for the whole API: use ' +
    'openapi_read instead; for the agents in the registry use agents_search. No side effects.',
  parameters: [ifNoneMatchParameter],
  failures: [406],
  agent: { read_only: true },
};

function describeResponses(card: JsonObject): Route['describe']['responses'] {
  const { operations, ...short } = card;
  const example = { summary: 'This registry, without its operations', value: { ...short, operations: [] } };
  return {
    '200': {
      description: 'The card.',
      headers: stateHeaders,
      content: { 'application/json': { schema: agentSchema, examples: { this_registry: example } } },
    },
    '304': unchangedResponse,
  };
}
