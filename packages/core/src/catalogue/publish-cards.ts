/**
 * Publishes one document: it contains one description or, for a host with several agents, an array of them (aidip.md
 * GAP-37). Cards are independent: a rejected card does not affect the others.
 */
import type { Checked, Diagnostic, Entry } from '@dragoman/model';
import { Failure, fromPlainFailure, hasErrors, toFailure } from '@dragoman/model';
import type { Caller } from '../access/caller.js';
import type { CardRead, CardsRead } from '../documents/description-reading.js';
import type { EntryDraft } from '../documents/reader.js';
import type { Published, PublishPorts, SuccessionCheck } from './publish.js';
import { publish } from './publish.js';
import { tooManyCards } from './read-descriptions.js';

/** The result of one card. */
export interface CardResult {
  /** Index in the document's array; absent when the document is one description. */
  card?: number;
  outcome: Published['outcome'] | 'failed';
  /** Id of the entry, when it is known. */
  id?: string;
  /** Warnings about the description; infos are not counted. */
  warnings: number;
  /** Operations of the entry. */
  operations?: number;
  /** The warnings and infos themselves. */
  diagnostics?: Diagnostic[];
  /** The reason of the failure. */
  failure?: Failure;
  /** The entry as it is stored; absent when it failed. */
  entry?: Entry;
  /** The entry before and after, when it changed. */
  change?: { before?: Entry; after: Entry };
}

/** The ids claimed in one call, and how many more cards are allowed. */
export interface Claims {
  /** Claims this many cards; throws, and claims none, when there would be too many. */
  cards(count: number): void;
  /** Claims an id for this call; false when an earlier card has it. */
  id(id: string): boolean;
  /** Claims one of the few semantic comparisons of a call; false when they are used up. */
  comparison(): boolean;
}

/** The publisher of a document. */
export interface CardsRequest {
  caller: Caller;
  traceId: string;
  successions?: readonly SuccessionCheck[];
  claims: Claims;
  /** A crawl does not overwrite an entry posted by its owner. */
  crawled?: boolean;
  /** Id for a card without one, by its index in the document; by default a new one each time. */
  idFor?: (place: number) => string;
}

/** A card that was read and is ready to be published; publishing it never throws. */
export type ReadCard = (ports: PublishPorts) => Promise<CardResult>;

/**
 * Maximum number of cards of one call that are compared by meaning, which needs model time; the rest are compared by
 * names and words.
 */
const maxCompared = 8;

/** Creates the claims of one call with at most that many cards. */
export function createClaims(maxCards: number): Claims {
  const ids = new Set<string>();
  let cards = 0;
  let compared = 0;
  return {
    cards(count) {
      if (cards + count > maxCards) throw tooManyCards(maxCards);
      cards += count;
    },
    id(id) {
      if (ids.has(id)) return false;
      ids.add(id);
      return true;
    },
    comparison() {
      compared += 1;
      return compared <= maxCompared;
    },
  };
}

/** Claims the id of every card; nothing is written until a card is published. Throws when there are too many. */
export function claimCards({ cards, isArray }: CardsRead, request: CardsRequest): ReadCard[] {
  request.claims.cards(cards.length);
  return cards.map((card, place) => {
    const read = claimCard(card, place, request);
    return isArray ? async (ports) => ({ card: place, ...(await read(ports)) }) : read;
  });
}

/** Publishes the descriptions of one document, one after the other; throws when there are too many. */
export async function publishCards(ports: PublishPorts, read: CardsRead, request: CardsRequest): Promise<CardResult[]> {
  const results: CardResult[] = [];
  for (const card of claimCards(read, request)) results.push(await card(ports));
  return results;
}

function claimCard(card: CardRead, place: number, request: CardsRequest): ReadCard {
  if ('failure' in card) {
    const failure = fromPlainFailure(card.failure);
    return async () => failed(failure);
  }
  const failure = refuseRepeated(card, request.claims);
  if (failure !== undefined) return async () => failed(failure, card);
  const { idFor } = request;
  return (ports) => publishCard(idFor === undefined ? ports : { ...ports, newId: () => idFor(place) }, card, request);
}

/** The first valid description with an id wins, so that nothing is overwritten silently. */
function refuseRepeated(read: Checked<EntryDraft>, claims: Claims): Failure | undefined {
  const id = read.value?.id;
  if (id === undefined || hasErrors(read.diagnostics) || claims.id(id)) return undefined;
  const detail = 'an earlier description in the same call has this id';
  return new Failure('CONFLICT', {
    message: `Rejected: ${detail}, '${id.slice(0, 200)}'.`,
    fieldErrors: [{ field: 'id', pointer: '/id', code: 'catalogue/id-repeated', detail }],
  });
}

function byWordsAlone({ nearMeaning: _, ...ports }: PublishPorts): PublishPorts {
  return ports;
}

async function publishCard(ports: PublishPorts, read: Checked<EntryDraft>, request: CardsRequest): Promise<CardResult> {
  try {
    const { caller, traceId, successions, crawled } = request;
    const published = await publish(request.claims.comparison() ? ports : byWordsAlone(ports), {
      caller,
      traceId,
      read,
      mode: 'upsert',
      ...(successions === undefined ? {} : { successions }),
      ...(crawled === undefined ? {} : { crawled }),
    });
    const { outcome, stored, before } = published;
    const change = { ...(before === undefined ? {} : { before }), after: stored.entry };
    return {
      outcome,
      id: stored.entry.id,
      entry: stored.entry,
      warnings: countWarnings(published.diagnostics),
      operations: published.stored.entry.operations.length,
      diagnostics: published.diagnostics,
      ...(outcome === 'unchanged' ? {} : { change }),
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
