/**
 * The AIDIP face with resolution, in memory: the index of operations, measured statistics, an optional embedding
 * model.
 */

import { createWords } from '@dragoman/agis';
import type { JsonObject } from '@dragoman/model';
import type { FeedbackSummary } from '../../catalogue/feedback.js';
import { createMemoryStore } from '../../catalogue/memory-store.js';
import { createDiscoveryIndex } from '../../discovery/discovery-index.js';
import type { MeaningReader } from '../../discovery/meaning-reader.js';
import type { OperationStats } from '../../discovery/resolve/agent-stats.js';
import { createResolver } from '../../discovery/resolve/resolve.js';
import { agent, createFace, type Face } from './face.support.js';
import type { AidipPorts, AidipSettings } from './ports.js';

/** A face with resolution. */
export interface ResolvingFace extends Face {
  /** Call statistics, by agent id and operation. */
  conduct: Map<string, OperationStats>;
  resolve(body: unknown): Promise<Resolved>;
}

/** One candidate of a response. */
export interface AnsweredCandidate {
  id: string;
  endpoint: string;
  score: number;
  reason: string;
  reasons: { words: string[]; inputs: { given: JsonObject[]; held: string[]; missing: JsonObject[] }; notes: string[] };
  invocation: { method: string; content_type: string; operation: string | null; authentication: JsonObject };
}

/** A resolution response. */
export interface Resolved {
  status: number;
  text: string;
  decision: string;
  candidates: AnsweredCandidate[];
  ids: string[];
  excluded: { line: string; count: number; ids: string[] }[];
  question?: { text: string; between: JsonObject[] };
  mood?: { kind: string; evidence: string };
  notes: string[];
}

/** Creates a face with resolution over an empty registry. */
export function createResolvingFace(
  settings: Partial<AidipSettings> = {},
  { meaning, ...ports }: Partial<AidipPorts> & { meaning?: MeaningReader } = {},
): ResolvingFace {
  const store = ports.store ?? createMemoryStore();
  const index = createDiscoveryIndex();
  const conduct = new Map<string, OperationStats>();
  const said = new Map<string, FeedbackSummary>();
  const resolver = createResolver({
    index,
    entries: store.entries,
    words: createWords,
    clock: { now: () => Date.parse('2026-02-02T08:00:00Z') },
    ...(meaning === undefined ? {} : { meaning }),
    stats: {
      conduct: (id, operation) => conduct.get(`${id} ${operation}`),
      feedback: (id) => said.get(id),
    },
  });
  const face = createFace(settings, {
    ...ports,
    store,
    index,
    resolver,
    onFeedback: (summary) => void said.set(summary.entryId, summary),
  });
  return {
    ...face,
    conduct,
    async resolve(body) {
      const { status, text, object } = await face.send('POST', '/agents/resolve', { body });
      const answer = object as unknown as Resolved;
      const candidates = answer.candidates ?? [];
      return { ...answer, status, text, candidates, ids: candidates.map(({ id }) => id), notes: answer.notes ?? [] };
    },
  };
}

const fields = (...names: string[]): JsonObject => ({
  type: 'object',
  properties: Object.fromEntries(names.map((name) => [name, { type: 'string' }])),
  required: names,
});

const operation = (name: string, description: string, ...inputs: string[]): JsonObject => ({
  name,
  description,
  inputs: fields(...inputs),
  outputs: { type: 'object' },
});

/** Agents of a harbour: freight, weather, a pharmacy, and two with the same function. */
export const harbour: readonly JsonObject[] = [
  agent('freight-desk', {
    name: 'Northquay Freight Desk',
    description: 'Quotes container rates and tells where a booked container is.',
    publisher: 'Northquay',
    capabilities: ['freight_quote', 'shipment_tracking'],
    tags: ['logistics', 'sea'],
    supported_languages: ['en', 'pl'],
    authentication: { type: 'oauth2_bearer', scopes: ['freight.read'] },
    operations: [
      operation('quoteRate', 'Price of one container between two ports.', 'from_port', 'to_port'),
      operation('trackContainer', 'Last known position of a booked container.', 'booking'),
    ],
  }),
  agent('pier-weather', {
    name: 'Pier Weather',
    description: 'Wind and wave forecast for a harbour pier.',
    publisher: 'Pier Weather Co-operative',
    capabilities: ['weather_forecast'],
    tags: ['weather', 'sea'],
    authentication: { type: 'api_key' },
    certification: { verified: true, quality_score: 4.6 },
    data_residency: ['EU'],
    operations: [operation('forecast', 'Forecasts wind and waves at a harbour.', 'harbour', 'hours_ahead')],
  }),
  agent('dose-checker', {
    name: 'Dose Checker',
    description: 'Checks doses of medicines for a hospital pharmacy.',
    publisher: 'Ward Nine',
    capabilities: ['dose_check'],
    tags: ['medicine'],
    operations: [
      operation('checkDose', 'Checks whether a dose of a medicine is safe for a patient.', 'medicine', 'dose'),
    ],
  }),
];
