/**
 * The embedder over a remote endpoint: requests in batches, answers checked number by number. After a failure it
 * rests for a while, so that a dead endpoint costs one search its time limit and not each.
 */

import { type Embedder, EmbedderUnavailable } from '@dragoman/core/embedder';
import type { Clock } from '@dragoman/core/http';
import { type EmbeddingEndpoint, malformed } from './embedding-endpoint.js';

/** What a remote embedder is made with. */
export interface RemoteEmbedderOptions {
  endpoint: Pick<EmbeddingEndpoint, 'ask'>;
  clock: Clock;
  /** Name of the model, as the endpoint knows it. */
  model: string;
  /** Numbers that each vector must have. */
  dimensions: number;
  /** Texts in one request. */
  batch?: number;
  /** Milliseconds of rest after a failure. */
  restMs?: number;
}

const usualBatch = 64;
const usualRest = 15_000;
/** Characters of a text that are sent; models read no more than some thousand tokens. */
const longestText = 8_000;
/** Bytes that a number with its comma may take, and those around a vector. */
const bytesPerNumber = 32;
const bytesPerVector = 1_024;

/** Makes a remote embedder. */
export function createRemoteEmbedder(options: RemoteEmbedderOptions): Embedder {
  const { clock, model, dimensions, batch = usualBatch, restMs = usualRest } = options;
  let restsUntil = 0;

  async function embedBatch(texts: readonly string[], signal?: AbortSignal): Promise<Float32Array[]> {
    // Endpoints refuse empty texts, and one of them would spoil the batch.
    const input = texts.map((text) => text.slice(0, longestText).trim() || '.');
    const maxBytes = texts.length * (dimensions * bytesPerNumber + bytesPerVector);
    const limits = signal === undefined ? { maxBytes } : { maxBytes, signal };
    const answer = await options.endpoint.ask({ model, input, encoding_format: 'float' }, limits);
    return readVectors(answer, texts.length, dimensions);
  }

  return {
    model: `remote:${model}:${dimensions}`,
    dimensions,
    async embed(texts, signal) {
      if (clock.now() < restsUntil) {
        throw new EmbedderUnavailable('paused', 'The embedding endpoint failed a moment ago and is not asked for now.');
      }
      try {
        const vectors: Float32Array[] = [];
        for (let at = 0; at < texts.length; at += batch) {
          vectors.push(...(await embedBatch(texts.slice(at, at + batch), signal)));
        }
        return vectors;
      } catch (error) {
        if (error instanceof EmbedderUnavailable) restsUntil = clock.now() + restMs;
        throw error;
      }
    },
  };
}

/** The vectors of an answer in the order of the texts, brought to length 1; anything else than asked for is refused. */
export function readVectors(answer: unknown, count: number, dimensions: number): Float32Array[] {
  const rows = isRecord(answer) ? answer.data : undefined;
  if (!Array.isArray(rows) || rows.length !== count) throw malformed(`something else than ${count} vectors`);
  const vectors = new Array<Float32Array | undefined>(count).fill(undefined);
  rows.forEach((row: unknown, at) => {
    const index = isRecord(row) && row.index !== undefined ? row.index : at;
    if (typeof index !== 'number' || !(index in vectors) || vectors[index] !== undefined) {
      throw malformed('vectors that cannot be told apart');
    }
    vectors[index] = readVector(isRecord(row) ? row.embedding : undefined, dimensions);
  });
  return vectors.filter((vector) => vector !== undefined);
}

function readVector(numbers: unknown, dimensions: number): Float32Array {
  if (!Array.isArray(numbers) || numbers.length !== dimensions) {
    const size = Array.isArray(numbers) ? `${numbers.length} numbers` : 'no list of numbers';
    throw malformed(`a vector of ${size} where ${dimensions} are set`);
  }
  const squares = numbers.reduce(
    (sum: number, each: unknown) => sum + (typeof each === 'number' ? each * each : NaN),
    0,
  );
  if (!Number.isFinite(squares) || squares === 0) throw malformed('a vector that has no direction');
  const length = Math.sqrt(squares);
  return Float32Array.from(numbers as number[], (number) => number / length);
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
