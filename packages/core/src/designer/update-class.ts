/** The class of an update, by which designers decide: what breaks callers, what means something else, what is harmless. */
import type { ToolUpdate } from './toolset-updates.js';

/** Classes, the most urgent first. */
export const updateClasses = ['breaking', 'meaning', 'compatible', 'description'] as const;

/** One class. */
export type UpdateClass = (typeof updateClasses)[number];

/** The class; a tool that is gone, or whose lock is broken, breaks its callers. */
export function classOf({ kind, effect }: Pick<ToolUpdate, 'kind' | 'effect'>): UpdateClass {
  if (kind === 'removed' || kind === 'replaced' || kind === 'lock_broken') return 'breaking';
  if (effect === undefined || effect === 'widened') return 'compatible';
  return effect;
}
