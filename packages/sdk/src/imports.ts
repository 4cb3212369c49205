/** Registers many documents, or documents by URL, in one call with one result per item. */
import type { FailureCode, FieldError, Impact } from '@dragoman/model';
import { isJsonObject } from '@dragoman/model';
import type { AgentDocument } from './agent-document.js';
import { clientError } from './dragoman-error.js';
import { listOf } from './read-hits.js';
import type { CallOptions, Transport } from './transport.js';

/** A document to register, its text in JSON, YAML or AGIS, or the URL that the registry fetches it from. */
export type ImportItem = ({ document: AgentDocument | AgentDocument[] } | { text: string } | { url: string }) & {
  /** Id and visibility of the service, and a selection of operations of an OpenAPI document. */
  curation?: ImportCuration;
};

/** The id and visibility of a service; which operations of an OpenAPI document are imported, and their base URL. */
export interface ImportCuration {
  /** Patterns such as `tag:pets`, `path:/pets/**`, `method:get`; one of each given kind must match. */
  include?: readonly string[];
  /** Operations that match one of these are excluded. */
  exclude?: readonly string[];
  /** Names of the operations to import, as a dry run shows them; for descriptions of every protocol. */
  operations?: readonly string[];
  /**
   * Media types to use where an operation offers several, the most preferred first; `id:upload*=multipart/form-data`
   * for some operations.
   */
  media_types?: readonly string[];
  /** Maximum number of operations. */
  max?: number;
  /** Base URL of all operations. */
  server?: string;
  /** Id of the service, instead of the one derived from the document. */
  id?: string;
  /** Who may see the service, instead of what the document says. */
  visibility?: 'public' | 'private';
}

/** A finding about a description. */
export interface ImportFinding {
  code: string;
  severity: 'error' | 'warning' | 'info';
  message: string;
  help: string;
  /** JSON pointer into the description. */
  pointer: string;
}

/** Import options. */
export interface ImportOptions extends CallOptions {
  /** Request the findings of each description. */
  report?: boolean;
  /** True: store nothing, and return what would be stored. */
  dryRun?: boolean;
}

/** What an import would store. */
export interface ImportPreview {
  /** Protocol of the description, as recognized. */
  protocol: string;
  id: string;
  name: string;
  description: string;
  visibility: 'public' | 'private';
  /** Origins that calls would go to. */
  servers: string[];
  credential: { type: string; instructions?: string; scopes?: string[] };
  /** Estimated model tokens of all operations as tools. */
  tokens: number;
  operations: {
    name: string;
    summary: string;
    tags: string[];
    impact?: Impact;
    /** Members that were derived. */
    derived: string[];
    deprecated?: boolean;
    tokens: number;
  }[];
}

/** The result of one item; an item with several documents has one result for each. */
export interface ImportResult {
  /** Index of the item in the request, from 0. */
  index: number;
  /** Index of the document in the item's array, from 0. */
  card?: number;
  /** HTTP status that the item would have had on its own. */
  status: number;
  id?: string;
  outcome?: 'created' | 'updated' | 'unchanged' | 'failed';
  warnings?: number;
  /** Operations of the service. */
  operations?: number;
  /** Texts that look like instructions to a model and are held; absent when there are none. */
  held_texts?: number;
  /** Who has to confirm which calls, if the importing caller made them; absent when no operation requires it. */
  confirmations?: { by: 'agent' | 'person' | 'deny'; operations: number; names: string[] }[];
  /** Warnings and notes, when requested. */
  findings?: ImportFinding[];
  error?: { code: FailureCode; message: string; retryable?: boolean; field_errors?: FieldError[] };
  /** With `dryRun`: what would change, one sentence each. */
  changes?: string[];
  /** With `dryRun`: what would be stored. */
  preview?: ImportPreview;
}

/** The result of an import. */
export interface ImportReport {
  results: ImportResult[];
  /** Number of items per outcome. */
  summary: Record<string, number>;
  /** Operations of the registry whose vectors are still being computed; absent when it searches by words only. */
  vectorsWaiting?: number;
}

/** Calls for imports. */
export interface ImportCalls {
  /** Imports items; a failed item does not affect the others, so check each result. */
  create(items: readonly ImportItem[], options?: ImportOptions): Promise<ImportReport>;
}

/** Creates the calls over a transport. */
export function createImportCalls(transport: Transport): ImportCalls {
  return {
    async create(items, { report, dryRun = false, ...options } = {}) {
      const body = { items, ...(report === true ? { report } : {}) };
      const hasIds = items.every((item) => 'document' in item && [item.document].flat().every(hasId));
      const answer = await transport.send({
        ...options,
        method: 'POST',
        to: ['imports'],
        body,
        repeatable: dryRun || hasIds,
        ...(dryRun ? { headers: { 'x-dry-run': 'true' } } : {}),
      });
      const { body: answered, status } = answer;
      const results = listOf(answered, status, ['results']);
      if (!isJsonObject(answered) || !results.every(isJsonObject)) {
        throw clientError('INVALID_RESPONSE', { message: 'The response is not an import report.', status });
      }
      const summary = isJsonObject(answered.summary) ? answered.summary : {};
      const { vectors_waiting: waiting } = answered;
      return {
        results: results as unknown as ImportResult[],
        summary: summary as Record<string, number>,
        ...(typeof waiting === 'number' ? { vectorsWaiting: waiting } : {}),
      };
    },
  };
}

function hasId(document: AgentDocument): boolean {
  return typeof document.id === 'string';
}
