/**
 * The agent's side of AGIS: meet services, hold them in one map, find the endpoint that does what a user asks, and call
 * it within the gates. One agent may know many services; equal verbs are told apart by namespace.
 */
import type { AgisValidator, MappedEndpoint, Match, Similarity } from '@dragoman/agis';
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

/** How an agent works. */
export interface AgisAgentOptions extends DiscoveryOptions {
  /** Zone in which the user speaks of days and hours; the platform's own unless given. */
  timeZone?: string;
  /** Nearness of meaning, for words that no list relates. */
  similarity?: Similarity;
  /** The validator; a built-in one unless given. */
  validator?: AgisValidator;
  onStep?: (step: DiscoveryStep, address: string) => void;
  /** Where an `agtp://` address is reached over HTTP; `https://<host>/.well-known/agis.json` unless given. */
  resolveAgtp?: (address: string) => string | undefined;
}

/** Why a service could not be met. */
export interface FailedDiscovery {
  address: string;
  reason: string;
}

/** The agent's side of AGIS. */
export interface AgisAgent {
  /** Meets a service by its root address or its summary; replaces what was known of it. */
  discover(address: string, options?: CallOptions): Promise<DiscoveredService>;
  /** Meets the services that known ones name as related, each once, at most so many links away. */
  discoverRelated(
    options?: CallOptions & { depth?: number; most?: number },
  ): Promise<{ met: DiscoveredService[]; failed: FailedDiscovery[] }>;
  services(): readonly DiscoveredService[];
  endpoints(): readonly MappedEndpoint[];
  /** Endpoints with this verb: `DISPATCH` of every service, `logistics.DISPATCH` of one. */
  withVerb(verb: string): readonly MappedEndpoint[];
  /** Services that have a verb, a capability, or both. */
  route(wanted: { method?: string; capability?: string }): readonly DiscoveredService[];
  match(instruction: string): Match;
  call(endpoint: MappedEndpoint, input: JsonObject, options?: EndpointCallOptions): Promise<EndpointAnswer>;
  /** Carries out a match, with its own confidence; `confirmed` when a person has agreed. */
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
const deepest = 3;

/** Makes an agent that knows no service yet. */
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
    match: (instruction) => createMatcher(endpoints(), matcherPorts(options, validator)).match(instruction),
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

/** A negotiated endpoint is known to its service in its session only. */
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
    message: `${endpoint.label} belongs to no service that this agent has met.`,
  });
}

function chosen({ endpoint, questions, reason }: Match): MappedEndpoint {
  if (endpoint === undefined) throw clientError('INVALID_ARGUMENT', { message: reason });
  if (questions.length === 0) return endpoint;
  throw clientError('INVALID_ARGUMENT', {
    message: `Parameters are open: ${questions.map(({ parameter, detail }) => `${parameter} (${detail})`).join('; ')}`,
  });
}

interface Following {
  discover: (address: string, call?: CallOptions) => Promise<DiscoveredService>;
  options: AgisAgentOptions;
  call?: CallOptions & { depth?: number; most?: number };
}

/** Breadth first, each address once, bounded in depth and number, so that no ring of services holds an agent up. */
async function followRelated(
  known: ReadonlyMap<string, DiscoveredService>,
  { discover, options, call = {} }: Following,
) {
  const { depth = 1, most = mostRelated, ...rest } = call;
  const met: DiscoveredService[] = [];
  const failed: FailedDiscovery[] = [];
  const seen = new Set([...known.values()].map(({ service }) => service.agtp));
  let frontier = [...known.values()];
  for (let step = 0; step < Math.min(depth, deepest) && frontier.length > 0; step += 1) {
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
