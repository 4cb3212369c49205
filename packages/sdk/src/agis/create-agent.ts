/**
 * The agent side of AGIS: discover services, keep them in one map, find the endpoint for a user's request, and call it
 * with all safeguards. One agent can know many services; namespaces distinguish equal verbs.
 */
import type { AgisValidator, MappedEndpoint, Match, MatchOptions, Similarity } from '@dragoman/agis';
import { createAgisValidator, createMatcher } from '@dragoman/agis';
import type { JsonObject } from '@dragoman/model';
import { clientError, isDragomanError } from '../dragoman-error.js';
import type { CallOptions, Transport } from '../transport.js';
import type { EndpointAnswer, EndpointCallOptions } from './call-endpoint.js';
import { callEndpoint } from './call-endpoint.js';
import type { DiscoveredService, DiscoveryOptions, DiscoveryStep } from './discover-service.js';
import { discoverService, transportTo } from './discover-service.js';
import type { Negotiated, Proposal } from './negotiate.js';
import { propose } from './negotiate.js';
import { asPromptSlot } from './prompt-slot.js';

/** Agent options. */
export interface AgisAgentOptions extends DiscoveryOptions {
  /** Time zone of the user's days and hours; defaults to the platform's. */
  timeZone?: string;
  /** Semantic similarity, for words that no list relates. */
  similarity?: Similarity;
  /** The validator; a built-in one by default. */
  validator?: AgisValidator;
  onStep?: (step: DiscoveryStep, address: string) => void;
  /** Maps an `agtp://` URL to HTTP; defaults to `https://<host>/.well-known/agis.json`. */
  resolveAgtp?: (address: string) => string | undefined;
}

/** Why a service could not be discovered. */
export interface FailedDiscovery {
  address: string;
  reason: string;
}

/** The agent side of AGIS. */
export interface AgisAgent {
  /** Discovers a service by its root URL or its summary; replaces earlier data. */
  discover(address: string, options?: CallOptions): Promise<DiscoveredService>;
  /** Discovers the services that known ones list as related, each once, up to a number of links. */
  discoverRelated(
    options?: CallOptions & { depth?: number; most?: number },
  ): Promise<{ met: DiscoveredService[]; failed: FailedDiscovery[] }>;
  services(): readonly DiscoveredService[];
  endpoints(): readonly MappedEndpoint[];
  /** Endpoints with this verb: `DISPATCH` of every service, `logistics.DISPATCH` of one. */
  withVerb(verb: string): readonly MappedEndpoint[];
  /** Services with a verb, a capability, or both. */
  route(wanted: { method?: string; capability?: string }): readonly DiscoveredService[];
  match(instruction: string, options?: MatchOptions): Match;
  call(endpoint: MappedEndpoint, input: JsonObject, options?: EndpointCallOptions): Promise<EndpointAnswer>;
  /** Executes a match, with its own confidence; `confirmed` when a person has confirmed it. */
  perform(match: Match, options?: Omit<EndpointCallOptions, 'confidence'>): Promise<EndpointAnswer>;
  propose(
    service: DiscoveredService,
    proposal: Proposal,
    options?: CallOptions & { negotiationId?: string; turn?: number },
  ): Promise<Negotiated>;
  /** The map as data for a model. */
  promptSlot(): string;
}

const mostRelated = 20;
const maxDepth = 3;

/** Creates an agent without services. */
export function createAgisAgent(options: AgisAgentOptions = {}): AgisAgent {
  const validator = options.validator ?? createAgisValidator();
  const ports = { ...options, validator };
  const known = new Map<string, DiscoveredService>();
  const opened = new Map<MappedEndpoint, string>();
  const endpoints = () => [...[...known.values()].flatMap((each) => each.endpoints), ...opened.keys()];
  const discover = async (address: string, call?: CallOptions) => {
    const met = await discoverService(address, ports, call);
    known.set(met.address, met);
    return met;
  };
  const call: AgisAgent['call'] = async (endpoint, input, callOptions) =>
    callEndpoint(transportOf(endpoint, known, options), endpoint, input, {
      ...callOptions,
      ...sessionOf(opened.get(endpoint)),
    });
  return {
    discover,
    discoverRelated: (call) => followRelated(known, { discover, options, ...(call === undefined ? {} : { call }) }),
    services: () => [...known.values()],
    endpoints,
    withVerb: (verb) => endpoints().filter((each) => isVerb(each, verb)),
    route: (wanted) => [...known.values()].filter((each) => serves(each, wanted)),
    match: (instruction, matching) =>
      createMatcher(endpoints(), matcherPorts(options, validator)).match(instruction, matching),
    call,
    perform: async (match, callOptions = {}) =>
      call(chosen(match), match.arguments, { ...callOptions, confidence: match.confidence }),
    async propose(service, proposal, callOptions) {
      const negotiated = await propose(
        { transport: transportTo(service.address, options), validator },
        service,
        proposal,
        callOptions,
      );
      if (negotiated.outcome === 'instantiated') {
        const endpoint = { ...negotiated.endpoint, service: service.service };
        opened.set(endpoint, proposal.sessionId);
        return { ...negotiated, endpoint };
      }
      return negotiated;
    },
    promptSlot: () => asPromptSlot(endpoints()),
  };
}

/** A negotiated endpoint exists only in its session. */
function sessionOf(sessionId: string | undefined): { sessionId?: string } {
  return sessionId === undefined ? {} : { sessionId };
}

function matcherPorts(options: AgisAgentOptions, { words }: AgisValidator) {
  const { timeZone = Intl.DateTimeFormat().resolvedOptions().timeZone, now = Date.now, similarity } = options;
  return { words, timeZone, now, ...(similarity === undefined ? {} : { similarity }) };
}

function isVerb({ method, service }: MappedEndpoint, verb: string): boolean {
  const [name = '', namespace] = verb.split('.').reverse();
  return method === name.toUpperCase() && (namespace === undefined || namespace === service.namespace);
}

function serves(
  { service, endpoints }: DiscoveredService,
  { method, capability }: { method?: string; capability?: string },
): boolean {
  const speaks = method === undefined || service.verbs.includes(method.toUpperCase());
  return speaks && (capability === undefined || endpoints.some((each) => each.capability === capability));
}

function transportOf(
  endpoint: MappedEndpoint,
  known: ReadonlyMap<string, DiscoveredService>,
  options: AgisAgentOptions,
): Transport {
  const home = [...known.values()].find(({ service }) => service === endpoint.service);
  if (home !== undefined) return transportTo(home.address, options);
  throw clientError('INVALID_ARGUMENT', {
    message: `${endpoint.label} belongs to no service that this agent has discovered.`,
  });
}

function chosen({ endpoint, questions, reason }: Match): MappedEndpoint {
  if (endpoint === undefined) throw clientError('INVALID_ARGUMENT', { message: reason });
  if (questions.length === 0) return endpoint;
  throw clientError('INVALID_ARGUMENT', {
    message: `Parameters are missing: ${questions.map(({ parameter, detail }) => `${parameter} (${detail})`).join('; ')}`,
  });
}

interface Following {
  discover: (address: string, call?: CallOptions) => Promise<DiscoveredService>;
  options: AgisAgentOptions;
  call?: CallOptions & { depth?: number; most?: number };
}

/** Breadth first, each URL once, limited in depth and number, so that a cycle of services cannot trap an agent. */
async function followRelated(
  known: ReadonlyMap<string, DiscoveredService>,
  { discover, options, call = {} }: Following,
) {
  const { depth = 1, most = mostRelated, ...rest } = call;
  const met: DiscoveredService[] = [];
  const failed: FailedDiscovery[] = [];
  const seen = new Set([...known.values()].map(({ service }) => service.agtp));
  let frontier = [...known.values()];
  for (let step = 0; step < Math.min(depth, maxDepth) && frontier.length > 0; step += 1) {
    const next = [...new Set(frontier.flatMap(({ related }) => related))].filter((address) => !seen.has(address));
    frontier = [];
    for (const address of next.slice(0, Math.max(0, most - met.length - failed.length))) {
      seen.add(address);
      const place = (options.resolveAgtp ?? summaryOf)(address);
      if (place === undefined) continue;
      try {
        const found = await discover(place, rest);
        met.push(found);
        frontier.push(found);
      } catch (thrown) {
        if (!isDragomanError(thrown) || thrown.code === 'ABORTED') throw thrown;
        failed.push({ address, reason: thrown.message });
      }
    }
  }
  return { met, failed };
}

function summaryOf(address: string): string | undefined {
  const host = /^agtp:\/\/([^/?#\s:]+)/.exec(address)?.[1];
  return host === undefined ? undefined : `https://${host}/.well-known/agis.json`;
}
