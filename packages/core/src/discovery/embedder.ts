/**
 * The embedder port: turns text into a vector that represents its meaning. Implemented by the built-in model
 * (`@dragoman/embedder`) and by a remote endpoint (server); without one, search uses only words.
 */

/** Turns texts into vectors of length 1, so that the dot product of two is their similarity. */
export interface Embedder {
  /** Identifies the model and its weights; vectors of different models must never be compared. */
  readonly model: string;
  /** Numbers in each vector. */
  readonly dimensions: number;
  /** One vector per text, in order. Rejects with `EmbedderUnavailable` when it is temporarily unavailable. */
  embed(texts: readonly string[], signal?: AbortSignal): Promise<Float32Array[]>;
  /**
   * How similar a vector is to operations in general: the mean similarity of the ten nearest of a fixed sample. What is
   * nearer to the sample than to a catalogue asks for something else. Absent: the embedder has no sample.
   */
  background?(vector: Float32Array): number;
  /** False for a text in a script that the model does not know; absent: every text is supported. */
  reads?(text: string): boolean;
}

/** The reason why an embedder is unavailable. */
export type EmbedderTrouble = 'slow' | 'unreachable' | 'refused' | 'malformed' | 'paused';

/** The embedder is temporarily unavailable; searches continue with words and report it. */
export class EmbedderUnavailable extends Error {
  override readonly name = 'EmbedderUnavailable';
  readonly trouble: EmbedderTrouble;

  constructor(trouble: EmbedderTrouble, message: string, options?: ErrorOptions) {
    super(message, options);
    this.trouble = trouble;
  }
}
