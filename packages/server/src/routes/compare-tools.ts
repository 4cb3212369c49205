/** Compares the names and descriptions of tools as jobs of plain data; the rules are loaded on first use. */
import type { ComparedTool, SimilarTools } from '@dragoman/lint';

/** Tools to compare, and the vectors of their texts. */
export interface SimilarToolsInput {
  tools: readonly ComparedTool[];
  /** Absent: only words are compared. */
  vectors?: ReadonlyMap<string, Float32Array>;
}

/** Finds tools that read alike. */
export async function findSimilar({ tools, vectors }: SimilarToolsInput): Promise<SimilarTools[]> {
  const { findSimilarTools } = await import('@dragoman/lint');
  if (vectors === undefined) return findSimilarTools(tools);
  // A text without a vector is similar to nothing.
  const none = new Float32Array([...vectors.values()][0]?.length ?? 0);
  return findSimilarTools(tools, { model: '', embedNow: (text) => vectors.get(text) ?? none });
}

/** Lists the texts whose vectors the comparison uses. */
export async function listSimilarTexts({ tools }: SimilarToolsInput): Promise<string[]> {
  const { similarToolTexts } = await import('@dragoman/lint');
  return similarToolTexts(tools);
}
