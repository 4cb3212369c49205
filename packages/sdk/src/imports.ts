/** Registering many documents, or documents by their address, in one call with one result per item. */
import type { FailureCode, FieldError } from '@dragoman/model';
import { isJsonObject } from '@dragoman/model';
import type { AgentDocument } from './agent-document.js';
import { clientError } from './dragoman-error.js';
import { listOf } from './read-hits.js';
import type { CallOptions, Transport } from './transport.js';

/** A document to register, or the address that the registry shall fetch it from. */
export type ImportItem = ({ document: AgentDocument | AgentDocument[] } | { url: string }) & {
  /** The choice among the operations of an OpenAPI document. */
  curation?: ImportCuration;
};

/** Which operations of an OpenAPI document are taken, and where they are called. */
export interface ImportCuration {
  /** Patterns such as `tag:pets`, `path:/pets/**`, `method:get`; one of each kind that is named has to fit. */
  include?: readonly string[];
  /** What fits one of these is left out. */
  exclude?: readonly string[];
  /** Most operations. */
  max?: number;
  /** Address at which all operations are called. */
  server?: string;
  /** Id of the agent, in the place of the one that follows from the document. */
  id?: string;
}

/** Something worth knowing of a description. */
export interface ImportFinding {
  code: string;
  severity: 'error' | 'warning' | 'info';
  message: string;
  help: string;
  /** JSON pointer of the place in the description. */
  pointer: string;
}

/** How an import is done. */
export interface ImportOptions extends CallOptions {
  /** Ask for the findings of each description. */
  report?: boolean;
}

/** What became of one item; an item that holds several documents has one result for each. */
export interface ImportResult {
  /** Place of the item in the request, from 0. */
  index: number;
  /** Place of the document in the array that the item held, from 0. */
  card?: number;
  /** HTTP status that the item would have had alone. */
  status: number;
  id?: string;
  outcome?: 'created' | 'updated' | 'unchanged' | 'failed';
  warnings?: number;
  /** Operations of the agent. */
  operations?: number;
  /** Warnings and notes, when they were asked for. */
  findings?: ImportFinding[];
  error?: { code: FailureCode; message: string; retryable?: boolean; field_errors?: FieldError[] };
}

/** What became of an import. */
export interface ImportReport {
  results: ImportResult[];
  /** How many items had which outcome. */
  summary: Record<string, number>;
}

/** The calls on imports. */
export interface ImportCalls {
  /** Imports items; one that fails leaves the others alone, so look at each result. */
  create(items: readonly ImportItem[], options?: ImportOptions): Promise<ImportReport>;
}

/** Makes the calls on imports over a transport. */
export function createImportCalls(transport: Transport): ImportCalls {
  return {
    async create(items, { report, ...options } = {}) {
      const body = { items, ...(report === true ? { report } : {}) };
      const repeatable = items.every((item) => 'document' in item && [item.document].flat().every(hasId));
      const answer = await transport.send({ ...options, method: 'POST', to: ['imports'], body, repeatable });
      const { body: answered, status } = answer;
      const results = listOf(answered, status, ['results']);
      if (!isJsonObject(answered) || !results.every(isJsonObject)) {
        throw clientError('INVALID_RESPONSE', { message: 'The answer is no import report.', status });
      }
      const summary = isJsonObject(answered.summary) ? answered.summary : {};
      return { results: results as unknown as ImportResult[], summary: summary as Record<string, number> };
    },
  };
}

function hasId(document: AgentDocument): boolean {
  return typeof document.id === 'string';
}
