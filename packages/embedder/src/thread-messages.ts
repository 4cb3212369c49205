/** What the embedding thread says; it is asked with a text and nothing else. */

/** One message of the thread. */
export type ThreadAnswer =
  | { kind: 'ready'; model: string; dimensions: number }
  | { kind: 'failed'; message: string }
  | { kind: 'vector'; vector: Float32Array<ArrayBuffer> };
