/** Messages of the embedding thread; requests to it are plain texts. */

/** One message of the thread. */
export type ThreadAnswer =
  | { kind: 'ready' }
  | { kind: 'failed'; message: string }
  | { kind: 'vector'; vector: Float32Array<ArrayBuffer> };
