/**
 * The embedder over a remote endpoint: requests in batches, responses checked number by number. After a failure it
 * pauses for a while, so that an outage costs one search its timeout and not each.
 */

import { type Embedder, EmbedderUnavailable } from '@dragoman/core/embedder';
import type { Clock } from '@dragoman/core/http';
import { type EmbeddingEndpoint, malformed } from './embedding-endpoint.js';

/** Options of a remote embedder. */
export interface RemoteEmbedderOptions {
  endpoint: Pick<EmbeddingEndpoint, 'ask'>;
  clock: Clock;
  /** Name of the model at the endpoint. */
  model: string;
  /** Dimensions of each vector. */
  dimensions: number;
  /** Texts per request. */
  batch?: number;
  /** Milliseconds of pause after a failure. */
  restMs?: number;
}

const usualBatch = 64;
const usualRest = 15_000;
/** Maximum characters of a text that are sent; models read no more than some thousand tokens. */
const longestText = 8_000;
/** Bytes that a number with its comma may take, and those around a vector. */
const bytesPerNumber = 32;
const bytesPerVector = 1_024;

/** Creates a remote embedder. */
export function createRemoteEmbedder(options: RemoteEmbedderOptions): Embedder {
  const { clock, model, dimensions, batch = usualBatch, restMs = usualRest } = options;
  let restsUntil = 0;

  async function embedBatch(texts: readonly string[], signal?: AbortSignal): Promise<Float32Array[]> {
    // Endpoints reject empty texts, and one of them would fail the batch.
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
        throw new EmbedderUnavailable('paused', 'The embedding endpoint failed a moment ago and is paused.');
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

/** The vectors of a response in the order of the texts, normalized to length 1; throws on an unexpected response. */
export function readVectors(answer: unknown, count: number, dimensions: number): Float32Array[] {
  const rows = isRecord(answer) ? answer.data : undefined;
  if (!Array.isArray(rows) || rows.length !== count) throw malformed(`a number of vectors other than ${count}`);
  const vectors = new Array<Float32Array | undefined>(count).fill(undefined);
  rows.forEach((row: unknown, at) => {
    const index = isRecord(row) && row.index !== undefined ? row.index : at;
    if (typeof index !== 'number' || !(index in vectors) || vectors[index] !== undefined) {
      throw malformed('vectors without distinct indexes');
    }
    vectors[index] = readVector(isRecord(row) ? row.embedding : undefined, dimensions);
  });
  return vectors.filter((vector) => vector !== undefined);
}

function readVector(numbers: unknown, dimensions: number): Float32Array {
  if (!Array.isArray(numbers) || numbers.length !== dimensions) {
    const size = Array.isArray(numbers) ? `${numbers.length} numbers` : 'an unknown length';
    throw malformed(`a vector of ${size} instead of ${dimensions} numbers`);
  }
  const squares = numbers.reduce(
    (sum: number, each: unknown) => sum + (typeof each === 'number' ? each * each : NaN),
    0,
  );
  if (!Number.isFinite(squares) || squares === 0) throw malformed('a vector without a direction');
  const length = Math.sqrt(squares);
  return Float32Array.from(numbers as number[], (number) => number / length);
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
