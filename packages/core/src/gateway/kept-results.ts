/**
 * Results that were too large for their reader, kept for some minutes so that it can read on. A result belongs to the
 * caller that got it; its id is random and not listed anywhere. Any process of the server finds it in the store.
 */
import { createHash } from 'node:crypto';
import type { JsonValue, PartRequest, ResultPart } from '@dragoman/model';
import { createBoundedCache, Failure, jsonLength, readPart } from '@dragoman/model';
import type { Caller } from '../access/caller.js';
import { accountOf } from '../access/caller.js';
import type { SessionStore } from '../catalogue/sessions.js';
import type { Clock } from '../documents/host.js';
import { timestamp } from '../documents/host.js';

/** Limits of results for models. */
export interface ResultSettings {
  /** Maximum characters of a result that is shown whole; 0: all are. */
  characters: number;
  /** Minutes for which a larger one can be read on; 0: not at all. */
  minutes: number;
  /** Maximum number of results kept for one caller. */
  perCaller: number;
}

/** Dependencies. */
export interface KeptResultPorts {
  sessions: SessionStore;
  clock: Clock;
  /** Creates ids that cannot be guessed. */
  newId: () => string;
  /** 0 to 1: where a process begins, so that several do not replace each other's results. */
  random: () => number;
  settings: ResultSettings;
}

/** A result that is kept. */
export interface KeptResult {
  id: string;
  /** RFC 3339, UTC. */
  expiresAt: string;
}

/** A part of a kept result. */
export interface KeptPart extends KeptResult {
  part: ResultPart;
  /** Characters of the whole result as JSON. */
  characters: number;
}

/** Kept results. */
export interface KeptResults {
  /** Maximum characters of a result that is shown whole. */
  readonly characters: number;
  /** False where the settings keep none. */
  readonly keeps: boolean;
  /** Keeps a result, instead of the oldest one of a caller that has too many; undefined when it is too large. */
  keep(caller: Caller, value: JsonValue): Promise<KeptResult | undefined>;
  /** Reads a part of a result of this caller; throws `NOT_FOUND` for any other, and for an unknown place in it. */
  read(caller: Caller, id: string, request: PartRequest): Promise<KeptPart>;
}

/** Entry id of these records in the store of sessions. */
const entryId = 'dragoman:results';

/** Maximum size of a kept result, in characters of JSON. */
const maxKept = 16_000_000;

/** Callers whose last record this process remembers. */
const maxCallers = 10_000;

/** Creates the kept results. */
export function createKeptResults({ sessions, clock, newId, random, settings }: KeptResultPorts): KeptResults {
  const { characters, minutes, perCaller } = settings;
  const keeps = minutes > 0 && characters > 0;
  const ownerOf = (caller: Caller) => `${entryId} ${accountOf(caller)}`;
  const slots = createBoundedCache<string, number>({ entries: maxCallers });
  const nextSlot = (owner: string) => {
    const slot = ((slots.get(owner) ?? random() * perCaller) + 1) % perCaller;
    slots.set(owner, slot);
    return Math.floor(slot);
  };
  return {
    characters: characters === 0 ? Number.POSITIVE_INFINITY : characters,
    keeps,
    async keep(caller, value) {
      const now = timestamp(clock);
      const owner = ownerOf(caller);
      const json = JSON.stringify(value);
      if (!keeps || json.length > maxKept) return undefined;
      const slot = nextSlot(owner);
      const id = `${newId()}-${slot}`;
      const expiresAt = new Date(clock.now() + minutes * 60_000).toISOString();
      const record = { id: recordId(owner, slot), entryId, owner, document: { id, json }, expiresAt };
      await sessions.change(record.id, () => record, now);
      return { id, expiresAt };
    },
    async read(caller, id, request) {
      const [, slot] = /-(\d{1,6})$/.exec(id) ?? [];
      const record = slot && (await sessions.read(recordId(ownerOf(caller), Number(slot)), timestamp(clock)));
      if (!record || record.document.id !== id) throw unknownResult(minutes);
      const value = JSON.parse(String(record.document.json)) as JsonValue;
      const part = readPart(value, request);
      if (part === undefined) throw unknownPlace(request.pointer ?? '');
      return { id, expiresAt: record.expiresAt, part, characters: jsonLength(value) };
    },
  };
}

/** A caller has as many records as it may keep results. */
function recordId(owner: string, slot: number): string {
  return `${entryId} ${createHash('sha256').update(owner).digest('hex')} ${slot}`;
}

function unknownResult(minutes: number): Failure {
  return new Failure('NOT_FOUND', {
    message: `There is no such result for this caller. Results are kept for ${minutes} minutes; call the operation again.`,
  });
}

function unknownPlace(pointer: string): Failure {
  const message = `The result has nothing at '${pointer.slice(0, 200)}'. Use a JSON pointer such as /items/0, or none.`;
  return new Failure('NOT_FOUND', { message });
}
