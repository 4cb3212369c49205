/**
 * Opens the configured embedder: one of the built-in models, whose package is loaded only then, or a remote endpoint.
 */

import type { Embedder } from '@dragoman/core/embedder';
import type { Clock } from '@dragoman/core/http';
import { createEmbeddingEndpoint } from './embedding-endpoint.js';
import { createRemoteEmbedder } from './remote-embedder.js';

/** Which embedder to open. */
export type EmbedderSettings =
  | { kind: 'precise' }
  | { kind: 'instant' }
  | { kind: 'remote'; url: string; model: string; dimensions: number; key?: string; timeoutMs: number };

/** Dependencies in addition to the settings. */
export interface EmbedderContext {
  clock: Clock;
  /** The operator's exceptions from the outbound guard. */
  outbound: { allow: readonly string[]; allowHttp: boolean; connectTimeoutMs: number };
}

/** An embedder and how to close it. */
export interface OpenEmbedder {
  embedder: Embedder;
  /** Resolves when the model is loaded; rejects when it cannot be used. Texts may be sent before. */
  loaded: Promise<void>;
  close(): Promise<void>;
}

/** Opens the embedder of the settings. */
export async function openEmbedder(
  settings: EmbedderSettings,
  { clock, outbound }: EmbedderContext,
): Promise<OpenEmbedder> {
  if (settings.kind === 'instant') {
    const { createEmbedder } = await import('@dragoman/embedder');
    const embedder = await createEmbedder({ tier: 'instant' });
    return { embedder, loaded: Promise.resolve(), close: async () => undefined };
  }
  if (settings.kind === 'precise') {
    const { createThreadedEmbedder } = await import('@dragoman/embedder');
    // Milliseconds per text are too long for the thread that serves requests.
    const embedder = createThreadedEmbedder('precise');
    return { embedder, loaded: embedder.loaded, close: embedder.close };
  }
  const { url, model, dimensions, key, timeoutMs } = settings;
  const endpoint = createEmbeddingEndpoint({
    url,
    allow: outbound.allow,
    allowHttp: outbound.allowHttp,
    timeouts: { connectMs: Math.min(outbound.connectTimeoutMs, timeoutMs), totalMs: timeoutMs },
    ...(key === undefined ? {} : { key }),
  });
  const embedder = createRemoteEmbedder({ endpoint, clock, model, dimensions });
  return { embedder, loaded: Promise.resolve(), close: endpoint.close };
}
