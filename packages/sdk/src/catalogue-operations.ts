/** Single operations of all services: ranked for a text, or listed with filters and counts. */
import type { Impact } from '@dragoman/model';
import { isJsonObject } from '@dragoman/model';
import { clientError } from './dragoman-error.js';
import { walkPages } from './pages.js';
import { listOf } from './read-hits.js';
import type { CallOptions, Incoming, Outgoing, Transport } from './transport.js';

/** Which operations to return. */
export interface OperationQuery {
  /** A task or a part of a name: only operations that match, best first, at most 200. */
  text?: string;
  /** Ids of services. */
  agents?: readonly string[];
  /** All of these tags. */
  tags?: readonly string[];
  /** Any of these impacts. */
  impacts?: readonly Impact[];
  /** Any of these statuses of the service; all but inactive ones by default. */
  statuses?: readonly string[];
}

/** An operation in a list, without its schemas. */
export interface OperationSummary {
  agent_id: string;
  agent_name: string;
  /** Stable across versions. */
  operation_id: string;
  /** Name for a call. */
  operation: string;
  summary: string;
  impact?: Impact;
  /** True: the description does not state the impact; it was derived. */
  impact_derived?: boolean;
  tags: string[];
  /** Protocol by which the gateway calls it. */
  protocol: string;
  version: number;
  deprecated?: boolean;
  /** Probability that it is the right one, 0..1; only with a text. */
  score?: number;
  /** How well the words match, 0..1; only with a text. */
  words?: number;
  /** Semantic similarity, -1..1; absent when it was not compared. */
  meaning?: number;
  /** Other factors of its score. */
  notes?: string[];
}

/** A value of a field and the number of operations that have it. */
export interface OperationFacet {
  value: string;
  count: number;
  /** Name of the service. */
  name?: string;
}

/** One page of operations. */
export interface OperationPage {
  operations: OperationSummary[];
  /** Number of all matching operations; with a text at most 200. */
  count: number;
  /** Counts over all matching operations; only when asked for. */
  facets?: { agent: OperationFacet[]; tag: OperationFacet[]; impact: OperationFacet[] };
  /** Cursor of the next page; absent on the last one. */
  next_cursor?: string;
  /** Cursors of the second page, the third one, and so on; only when asked for. */
  page_cursors?: string[];
}

/** Which page. */
export interface OperationPageOptions extends CallOptions {
  /** Page size, at most 200. */
  top?: number;
  cursor?: string;
  /** True: count by service, tag and impact. */
  facets?: boolean;
  /** True: return the cursor of every page, at most 1,000, so that a table can jump to any of them. */
  pageCursors?: boolean;
}

/** Calls for single operations. */
export interface CatalogueOperationCalls {
  /** One page of operations: ranked with a text, by service without one. */
  findOperations(query?: OperationQuery, options?: OperationPageOptions): Promise<OperationPage>;
  /** Every operation that matches, page after page. */
  listOperations(query?: OperationQuery, options?: CallOptions): AsyncGenerator<OperationSummary, void>;
}

/** Creates the calls over a transport. */
export function createCatalogueOperationCalls(transport: Transport): CatalogueOperationCalls {
  return {
    async findOperations(query = {}, { top, cursor, facets = false, pageCursors = false, ...options } = {}) {
      const more = {
        ...(top === undefined ? {} : { top: String(top) }),
        ...(cursor === undefined ? {} : { cursor }),
        ...(facets ? { facets: 'true' } : {}),
        ...(pageCursors ? { page_cursors: 'true' } : {}),
      };
      const { body, status } = await transport.send({ ...options, ...request(query, more) });
      if (isJsonObject(body) && Array.isArray(body.operations)) return body as unknown as OperationPage;
      throw clientError('INVALID_RESPONSE', { message: 'The response contains no operations.', status });
    },
    listOperations(query = {}, options = {}) {
      const read = ({ body, status }: Incoming) => ({
        items: listOf(body, status, ['operations']) as unknown as OperationSummary[],
      });
      return walkPages(transport, () => ({ ...options, ...request(query, { top: '200' }) }), read);
    },
  };
}

function request(query: OperationQuery, more: Record<string, string>): Outgoing {
  const { text, agents = [], tags = [], impacts = [], statuses = [] } = query;
  const parameters = new URLSearchParams(text === undefined || text.trim() === '' ? {} : { text });
  const lists = { agent: agents, tag: tags, impact: impacts, status: statuses };
  for (const [name, values] of Object.entries(lists)) for (const value of values) parameters.append(name, value);
  for (const [name, value] of Object.entries(more)) parameters.set(name, value);
  return { method: 'GET', to: ['catalogue', 'operations'], query: parameters, repeatable: true };
}
