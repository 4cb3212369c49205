/** An estimate of the model tokens of a definition, the same wherever sizes are shown. */

/** A quarter of the characters of the JSON text; real tokenizers differ by model, and this needs none. */
export function estimateTokens(definition: unknown): number {
  return Math.ceil((JSON.stringify(definition) ?? '').length / 4);
}
