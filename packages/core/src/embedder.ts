/** Entry point `@dragoman/core/embedder`: the port that turns text into vectors. */
export type { Embedder } from './discovery/embedder.js';
export { EmbedderUnavailable } from './discovery/embedder.js';
