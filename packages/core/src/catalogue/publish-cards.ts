/**
 * One document into the catalogue: it holds one description or, at a host with several agents, an array of them
 * (aidip.md GAP-37). Each card stands alone: one that is refused does not keep the others out.
 */
import type { Checked, Diagnostic, JsonValue } from '@dragoman/model';
import { Failure, hasErrors, toFailure } from '@dragoman/model';
import type { Caller } from '../access/caller.js';
import { timestamp } from '../documents/host.js';
import type { EntryDraft, ReadContext, Reader } from '../documents/reader.js';
import type { EntryCheck, Published, PublishPorts } from './publish.js';
import { publish } from './publish.js';

/** What happened to one card. */
export interface CardResult {
  /** Place in the document's array; absent when the document is one description. */
  card?: number;
  outcome: Published['outcome'] | 'failed';
  /** Id of the entry, when it is known. */
  id?: string;
  /** Warnings on the description; notes are not counted. */
  warnings: number;
  /** Why it failed. */
  failure?: Failure;
}

/** Ids that were taken already, and how many cards may still come, in one call. */
export interface Claims {
  /** Takes the next card; throws when there were too many. */
  card(): void;
  /** Takes an id for this call; false when an earlier card has it. */
  id(id: string): boolean;
}

/** Who publishes a document, and how it is read. */
export interface CardsRequest {
  caller: Caller;
  traceId: string;
  /** Reads a description of any protocol. */
  reader: Reader;
  checks?: readonly EntryCheck[];
  context: Omit<ReadContext, 'at'>;
  claims: Claims;
  /** An entry posted by its owner is not overwritten by a crawl. */
  crawled?: boolean;
  /** Id for a card that has none, by its place in the document; by default a new one each time. */
  idFor?: (place: number) => string;
}

/** A card that was read and waits to be published; doing so never throws. */
export type ReadCard = (ports: PublishPorts) => Promise<CardResult>;

/** Starts the account of one call over at most that many cards. */
export function createClaims(mostCards: number): Claims {
  const ids = new Set<string>();
  let cards = 0;
  return {
    card() {
      cards += 1;
      if (cards > mostCards) {
        throw new Failure('INVALID_INPUT', { message: `There are more than ${mostCards} descriptions in one call.` });
      }
    },
    id(id) {
      if (ids.has(id)) return false;
      ids.add(id);
      return true;
    },
  };
}

/** Reads every card of a document and claims its id; nothing is written until a card is told to. */
export function readCards(document: JsonValue, at: string, request: CardsRequest): ReadCard[] {
  if (!Array.isArray(document)) return [readCard(document, 0, at, request)];
  if (document.length === 0) {
    const failure = new Failure('INVALID_INPUT', { message: 'The document is an empty array; it describes nothing.' });
    return [async () => failed(failure)];
  }
  return document.map((card, place) => {
    const read = readCard(card, place, at, request);
    return async (ports) => ({ card: place, ...(await read(ports)) });
  });
}

/** Publishes one document on its own, card after card. */
export async function publishCards(
  ports: PublishPorts,
  document: JsonValue,
  request: CardsRequest,
): Promise<CardResult[]> {
  const results: CardResult[] = [];
  for (const card of readCards(document, timestamp(ports.clock), request)) results.push(await card(ports));
  return results;
}

function readCard(document: JsonValue, place: number, at: string, request: CardsRequest): ReadCard {
  try {
    request.claims.card();
    const read = request.reader(document, { ...request.context, at });
    const failure = refuseRepeated(read, request.claims);
    if (failure !== undefined) return async () => failed(failure, read);
    const { idFor } = request;
    return (ports) => {
      const named = idFor === undefined ? ports : { ...ports, newId: () => idFor(place) };
      return publishCard(named, document, read, request);
    };
  } catch (error) {
    const failure = toFailure(error);
    return async () => failed(failure);
  }
}

/** The first good description of an id wins, so that nothing is overwritten in silence. */
function refuseRepeated(read: Checked<EntryDraft>, claims: Claims): Failure | undefined {
  const id = read.value?.id;
  if (id === undefined || hasErrors(read.diagnostics) || claims.id(id)) return undefined;
  const detail = 'an earlier description in the same call has this id';
  return new Failure('CONFLICT', {
    message: `Not taken: ${detail}, '${id.slice(0, 200)}'.`,
    fieldErrors: [{ field: 'id', pointer: '/id', code: 'catalogue/id-repeated', detail }],
  });
}

async function publishCard(
  ports: PublishPorts,
  document: JsonValue,
  read: Checked<EntryDraft>,
  request: CardsRequest,
): Promise<CardResult> {
  try {
    const { caller, traceId, context, checks, crawled } = request;
    const published = await publish(ports, {
      caller,
      traceId,
      document,
      context,
      reader: () => read,
      mode: 'upsert',
      ...(checks === undefined ? {} : { checks }),
      ...(crawled === undefined ? {} : { crawled }),
    });
    return {
      outcome: published.outcome,
      id: published.stored.entry.id,
      warnings: countWarnings(published.diagnostics),
    };
  } catch (error) {
    return failed(toFailure(error), read);
  }
}

function countWarnings(diagnostics: readonly Diagnostic[]): number {
  return diagnostics.filter(({ severity }) => severity === 'warning').length;
}

function failed(failure: Failure, read?: Checked<EntryDraft>): CardResult {
  const id = read?.value?.id;
  return { outcome: 'failed', ...(id === undefined ? {} : { id }), warnings: 0, failure };
}
