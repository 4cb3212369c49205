/** Tools that an agent may confuse: what the rule `operations-too-similar` finds in a list of tools, as data. */
import type { Api } from '../api/api.js';
import { readTools } from '../api/read-tools.js';
import { findConfusedPairs } from '../rules/frame/operations-too-similar.js';
import type { Meaning } from '../settings/meaning.js';
import { defaultSettings } from '../settings/settings.js';
import { meantTexts } from '../similarity/similar-meaning.js';

/** A tool as a model sees it. */
export interface ComparedTool {
  name: string;
  description: string;
}

/** Two tools that read alike, by their positions. */
export interface SimilarTools {
  one: number;
  other: number;
  /** 0 to 1. */
  score: number;
  by: 'words' | 'meaning';
}

/** Pairs of tools that read alike, each tool with its nearest earlier one, the most similar pair first. */
export function findSimilarTools(tools: readonly ComparedTool[], meaning?: Meaning): SimilarTools[] {
  const api = readCompared(tools);
  if (api === undefined) return [];
  const same = findSameTexts(tools);
  const reported = new Set(same.map(({ other }) => other));
  const similar = findConfusedPairs(meaning === undefined ? api : { ...api, meaning })
    .map(({ one, other, score, by }) => ({ one: positionOf(one.pointer), other: positionOf(other.pointer), score, by }))
    .filter(({ other }) => !reported.has(other));
  return [...same, ...similar].sort((a, b) => b.score - a.score || a.other - b.other);
}

/** In a short list, the different names of two tools outweigh a text that they share. */
function findSameTexts(tools: readonly ComparedTool[]): SimilarTools[] {
  const first = new Map<string, number>();
  return tools.flatMap(({ description }, other) => {
    const text = description.trim().replace(/\s+/g, ' ').toLowerCase();
    const one = first.get(text);
    if (one === undefined) first.set(text, other);
    return text === '' || one === undefined ? [] : [{ one, other, score: 1, by: 'words' as const }];
  });
}

/** Every text whose vector `findSimilarTools` may ask for. */
export function similarToolTexts(tools: readonly ComparedTool[]): string[] {
  const found = (readCompared(tools)?.exposed ?? []).flatMap((operation) => meantTexts(operation) ?? []);
  return [...new Set(found.flatMap(({ text, named }) => [text, named]))];
}

function readCompared(tools: readonly ComparedTool[]): Api | undefined {
  return readTools({ tools: tools.map(({ name, description }) => ({ name, description })) }, defaultSettings);
}

function positionOf(pointer: string): number {
  return Number(pointer.slice(pointer.lastIndexOf('/') + 1));
}
