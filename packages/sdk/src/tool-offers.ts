/** Tools that can be chosen for a toolset: found, counted, compared with each other. */
import type { Impact, LocalisedText, ToolSignature } from '@dragoman/model';
import { isJsonObject } from '@dragoman/model';
import { clientError } from './dragoman-error.js';
import { walkPages } from './pages.js';
import { listOf } from './read-hits.js';
import type { CallOptions, Incoming, Outgoing, Transport } from './transport.js';

/** A tool to choose. */
export interface ToolsetChoice {
  agent_id: string;
  /** Id or name of the tool, or name of the operation. */
  tool: string;
  /** Version to pin, or `latest` to follow the vendor; defaults to the previous one, else the current one. */
  version?: number | 'latest';
  /** Name shown to models; defaults to the previous one, else the vendor's. */
  name?: string;
  /** Your texts, which replace the vendor's. */
  description?: string;
  /** The same for inputs, by id or name. */
  inputs?: Record<string, string>;
  /** Language tag → texts for people. */
  localised?: Record<string, LocalisedText>;
}

/** An available tool. */
export interface ToolOffer {
  tool_id: string;
  name: string;
  catalogue_name: string;
  agent_id: string;
  description: string;
  version: number;
  tags: string[];
  impact?: Impact;
  source?: { id: string; url: string; name?: string };
  signature: ToolSignature;
}

/** Two tools that read alike. */
export interface SimilarToolPair {
  /** Their names. */
  tools: [string, string];
  /** 0 to 1. */
  similarity: number;
  /** What shows it. */
  by: 'words' | 'meaning';
}

/** Tools that a model may confuse. */
export interface SimilarTools {
  /** The most similar first; each tool with its nearest earlier one. */
  pairs: SimilarToolPair[];
  compared_by: ('words' | 'meaning')[];
  /** Why some or all texts were compared by words only. */
  note?: string;
}

/** Filters for available tools. */
export interface OfferConditions extends CallOptions {
  /** A task in words: only tools that match it, at most 200, best first unless `order` says otherwise. */
  text?: string;
  tags?: readonly string[];
  agents?: readonly string[];
  sources?: readonly string[];
  version?: number;
  /** Any of these impacts. */
  impacts?: readonly Impact[];
  order?: 'relevance' | 'agent' | 'name';
}

/** A value of a field and the number of available tools that have it. */
export interface OfferFacet {
  value: string;
  count: number;
  /** Name of the service. */
  name?: string;
}

/** Counts of available tools. */
export interface OfferFacets {
  agent: OfferFacet[];
  tag: OfferFacet[];
  impact: OfferFacet[];
}

/** Calls for tools that can be chosen. */
export interface OfferCalls {
  /** Which of these tools, given as models see them, read alike; nothing is stored. */
  similar(tools: readonly { name: string; description: string }[], options?: CallOptions): Promise<SimilarTools>;
  /** Available tools. */
  offers(conditions?: OfferConditions): AsyncGenerator<ToolOffer, void>;
  /** Counts of the available tools by service, tag and impact; without a text, of the first 5,000. */
  offerFacets(conditions?: Omit<OfferConditions, 'order'>): Promise<OfferFacets>;
  /** The best tools for a task as choices for a toolset, each pinned to its current version; 20 unless `top` says more. */
  bestFor(
    task: string,
    conditions?: Omit<OfferConditions, 'text' | 'order'> & { top?: number },
  ): Promise<ToolsetChoice[]>;
}

/** Creates the calls over a transport. */
export function createOfferCalls(transport: Transport): OfferCalls {
  const request = (query: URLSearchParams, signal?: AbortSignal): Outgoing => ({
    ...(signal === undefined ? {} : { signal }),
    method: 'GET',
    to: ['tool-choices'],
    query,
    repeatable: true,
  });
  const readOffers = ({ body, status }: Incoming) => ({
    items: listOf(body, status, ['tools']) as unknown as ToolOffer[],
  });
  const offers: OfferCalls['offers'] = ({ signal, ...conditions } = {}) =>
    walkPages(transport, () => request(offerQuery(conditions), signal), readOffers);
  return {
    offers,
    async similar(tools, options = {}) {
      // Only the beginning of a description is compared.
      const body = { tools: tools.map(({ name, description }) => ({ name, description: description.slice(0, 2000) })) };
      const answer = await transport.send({
        ...options,
        method: 'POST',
        to: ['similar-tools'],
        body,
        repeatable: true,
      });
      if (isJsonObject(answer.body) && Array.isArray(answer.body.pairs)) return answer.body as unknown as SimilarTools;
      throw clientError('INVALID_RESPONSE', { message: 'The response contains no pairs.', status: answer.status });
    },
    async offerFacets({ signal, ...conditions } = {}) {
      const query = offerQuery(conditions);
      query.set('top', '1');
      query.set('facets', 'true');
      const { body, status } = await transport.send(request(query, signal));
      if (isJsonObject(body) && isJsonObject(body.facets)) return body.facets as unknown as OfferFacets;
      throw clientError('INVALID_RESPONSE', { message: 'The response contains no counts.', status });
    },
    async bestFor(task, { top = 20, ...conditions } = {}) {
      const choices: ToolsetChoice[] = [];
      for await (const { agent_id, tool_id, version } of offers({ ...conditions, text: task })) {
        choices.push({ agent_id, tool: tool_id, version });
        if (choices.length >= top) break;
      }
      return choices;
    },
  };
}

function offerQuery(conditions: OfferConditions): URLSearchParams {
  const { text, tags = [], agents = [], sources = [], impacts = [], version, order } = conditions;
  const query = new URLSearchParams({ top: '200' });
  if (text !== undefined) query.set('text', text);
  if (tags.length > 0) query.set('tags', tags.join(','));
  for (const agent of agents) query.append('agent', agent);
  for (const impact of impacts) query.append('impact', impact);
  for (const source of sources) query.append('source', source);
  if (version !== undefined) query.set('version', String(version));
  if (order !== undefined) query.set('order', order);
  return query;
}
