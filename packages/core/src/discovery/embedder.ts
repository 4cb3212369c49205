/**
 * The embedder port: text to a vector that stands for its meaning. Implemented by the built-in model
 * (`@dragoman/embedder`) and by a remote endpoint (server); without one, search goes by words alone.
 */

/** Turns texts into vectors of length 1, so that the scalar product of two is how alike they are. */
export interface Embedder {
  /** Names the model and its weights; vectors of different models must never be compared. */
  readonly model: string;
  /** Numbers in each vector. */
  readonly dimensions: number;
  /** One vector per text, in order. Rejects with `EmbedderUnavailable` when it cannot serve at present. */
  embed(texts: readonly string[], signal?: AbortSignal): Promise<Float32Array[]>;
  /** False for a text in a script that the model does not know, whose vector would mean nothing; every text is read without it. */
  reads?(text: string): boolean;
}

/** Why an embedder could not serve. */
export type EmbedderTrouble = 'slow' | 'unreachable' | 'refused' | 'malformed' | 'paused';

/** An embedder cannot serve at present; whoever searches goes on by words and says so. */
export class EmbedderUnavailable extends Error {
  override readonly name = 'EmbedderUnavailable';
  readonly trouble: EmbedderTrouble;

  constructor(trouble: EmbedderTrouble, message: string, options?: ErrorOptions) {
    super(message, options);
    this.trouble = trouble;
  }
}
