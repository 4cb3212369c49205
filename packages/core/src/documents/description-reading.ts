/**
 * The port that reads third-party descriptions. Its requests and results are plain data, so that a server can read on
 * another thread; a document that refers to others is read again with them, because only the main thread fetches.
 */
import type { Checked, Diagnostic, PlainFailure, Protocol } from '@dragoman/model';
import type { EntryDraft, ReadContext } from './reader.js';

/** Which other documents a fetched one may refer to. */
export type ReferencePolicy = 'none' | 'same-origin' | 'any';

/** A document from an address, as it arrived. */
export interface FetchedDocument {
  uri: string;
  bytes: Uint8Array;
  mediaType: string;
}

/** Where a document was fetched, and which others may be fetched. */
export interface FetchedFrom {
  uri: string;
  references?: ReferencePolicy;
  /** Receives problems with how the rest is offered. */
  report?: (found: Diagnostic) => void;
}

/** A document that a description refers to, or why it could not be fetched. */
export type LoadedDocument = FetchedDocument | { uri: string; failure: PlainFailure };

/** How descriptions are read, wherever they come from. */
export interface ReadOptions {
  context: ReadContext;
  /** Maximum number of descriptions in one document. */
  maxCards: number;
  /** Id that a person chose, whatever the description says. */
  id?: string;
  /** The same, unless the document is an array. */
  singleId?: string;
  /** Name for a list of tools that has none. */
  name?: string;
  /** The only protocol that is accepted. */
  protocol?: Protocol;
}

/** The bytes of a document: one description in JSON, or a fetched document with the documents that it refers to. */
export type ReadSource =
  | { kind: 'json'; bytes: Uint8Array }
  | { kind: 'fetched'; document: FetchedDocument; references: ReferencePolicy; loaded: readonly LoadedDocument[] };

/** A document to read. */
export interface ReadRequest extends ReadOptions {
  source: ReadSource;
}

/** One description: the draft with its findings, or the failure of its reader. */
export type CardRead = (Checked<EntryDraft> | { failure: PlainFailure }) & {
  /** True when the description contains an id. */
  namesId: boolean;
};

/** Every description of one document. */
export interface CardsRead {
  cards: CardRead[];
  /** True when the document is an array of descriptions. */
  isArray: boolean;
}

/** The result of reading: the descriptions, or the addresses of documents that must be loaded first. */
export type ReadOutcome =
  | (CardsRead & {
      kind: 'read';
      /** True when the first document was a page or a summary, and the rest came from elsewhere. */
      wasPartial: boolean;
      /** Problems with how the rest is offered. */
      findings: Diagnostic[];
    })
  | { kind: 'missing'; addresses: string[] };

/** Whom a document is read for. */
export interface ReadFor {
  /** Callers take turns. */
  caller: string;
  signal?: AbortSignal;
}

/** Reads documents. */
export interface DescriptionReading {
  read(request: ReadRequest, whom: ReadFor): Promise<ReadOutcome>;
  /** The addresses that a loaded document itself refers to. */
  findReferences(document: FetchedDocument, whom: ReadFor): Promise<string[]>;
  references: ReferencePolicy;
}
