/** What a caller saves for itself on the registry: tried calls, examples, evaluation cases; and evaluations. */
import type { JsonObject, JsonValue } from '@dragoman/model';
import { isJsonObject } from '@dragoman/model';
import { clientError } from './dragoman-error.js';
import { walkPages } from './pages.js';
import { listOf } from './read-hits.js';
import type { CallOptions, Incoming, Transport } from './transport.js';

/** Kinds of saved items. */
export type SavedKind = 'call' | 'example' | 'case' | 'evaluation';

/** An item to save. */
export interface SavedRequest {
  kind: Exclude<SavedKind, 'evaluation'>;
  agent?: string;
  /** Absent for a case that nothing should match. */
  operation?: string;
  name?: string;
  /** What a person would say; required for a case. */
  request?: string;
  arguments?: JsonObject;
  result?: JsonValue;
  outcome?: 'done' | 'refused' | 'failed' | 'unknown';
  code?: string;
  ms?: number;
  trace?: string;
}

/** A saved item; secrets were removed from arguments and result. */
export interface SavedItem extends Omit<SavedRequest, 'kind'> {
  id: string;
  kind: SavedKind;
  at: string;
  expires_at: string;
  /** True: the result was too large and is not kept. */
  result_omitted?: boolean;
}

/** Which items to list. */
export interface SavedQuery extends CallOptions {
  agent?: string;
  operation?: string;
}

/** The result of running the saved cases. */
export interface SavedEvaluation {
  id: string;
  at: string;
  total: number;
  /** Share of the cases with the right operation first, 0..1. */
  first: number;
  first_three: number;
  confusions: { expected: string | null; found: string | null; requests: string[] }[];
  /** Cases with inputs whose right operation came first, and how many of them had every input read. */
  inputs?: { cases: number; right: number };
  cases: {
    id: string;
    request: string;
    expected: string | null;
    found: string[];
    place: number | null;
    /** Inputs of the case that were not read from the request; absent when none were compared. */
    wrong_inputs?: string[];
  }[];
  /** The run before. */
  previous?: { id: string; at: string; first: number; first_three: number };
  /** Ids of cases that became right, or wrong, since then. */
  fixed: string[];
  broken: string[];
}

/** Calls for saved items. */
export interface SavedCalls {
  /** Your items of one kind, newest first. */
  list(kind: SavedKind, query?: SavedQuery): AsyncGenerator<SavedItem, void>;
  create(item: SavedRequest, options?: CallOptions): Promise<SavedItem>;
  remove(id: string, options?: CallOptions): Promise<void>;
  /** Runs your saved cases and compares with the last run. */
  evaluate(options?: CallOptions): Promise<SavedEvaluation>;
}

/** Creates the calls over a transport. */
export function createSavedCalls(transport: Transport): SavedCalls {
  return {
    list(kind, { agent, operation, ...options } = {}) {
      const query = new URLSearchParams({
        kind,
        top: '200',
        ...(agent === undefined ? {} : { agent }),
        ...(operation === undefined ? {} : { operation }),
      });
      const request = { ...options, method: 'GET', to: ['saved'], query, repeatable: true } as const;
      const read = ({ body, status }: Incoming) => ({
        items: listOf(body, status, ['items']) as unknown as SavedItem[],
      });
      return walkPages(transport, () => request, read);
    },
    async create(item, options = {}) {
      const request = { ...options, method: 'POST', to: ['saved'], body: item, repeatable: false } as const;
      const { body, status } = await transport.send(request);
      if (isJsonObject(body) && typeof body.id === 'string') return body as unknown as SavedItem;
      throw clientError('INVALID_RESPONSE', { message: 'The response is not a saved item.', status });
    },
    async remove(id, options = {}) {
      await transport.send({ ...options, method: 'DELETE', to: ['saved', id], repeatable: true });
    },
    async evaluate(options = {}) {
      const request = { ...options, method: 'POST', to: ['evaluations'], repeatable: false } as const;
      const { body, status } = await transport.send(request);
      if (isJsonObject(body) && Array.isArray(body.cases)) return body as unknown as SavedEvaluation;
      throw clientError('INVALID_RESPONSE', { message: 'The response is not an evaluation.', status });
    },
  };
}
