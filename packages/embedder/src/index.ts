/** Offline embeddings of tools and requests. Exports are listed explicitly. */
export type { BuiltInEmbedder, EmbedderOptions, Tier } from './create-embedder.js';
export { createEmbedder } from './create-embedder.js';
export type { ThreadedEmbedder } from './create-threaded-embedder.js';
export { createThreadedEmbedder } from './create-threaded-embedder.js';
export type { WeightFileName } from './manifest.js';
export type { WeightFiles } from './weight-files.js';
export { packagedFiles, WeightsChanged } from './weight-files.js';
