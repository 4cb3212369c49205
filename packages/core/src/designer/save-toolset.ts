/** Writes and deletes toolsets, with the generic functions for designs. */
import type { ToolsetDocument } from '@dragoman/model';
import type { Design, DesignStore } from '../catalogue/designs.js';
import type { DesignTargeting, DesignWriting, WrittenDesign } from './save-design.js';
import { deleteDesign, saveDesign } from './save-design.js';
import { toolsetJson, toToolset } from './toolset-access.js';

export type { DesignHeader } from './save-design.js';

/** A toolset to write. */
export interface ToolsetWriting extends Omit<DesignWriting, 'kind' | 'compose'> {
  /** The new document, from the previous one. */
  compose(before: ToolsetDocument | undefined): Promise<ToolsetDocument>;
}

/** Result of a write. */
export type WrittenToolset = WrittenDesign;

/** Composes and writes the toolset; throws a Failure that gives the reason. Writes nothing when nothing changed. */
export function saveToolset(designs: DesignStore, writing: ToolsetWriting): Promise<WrittenToolset> {
  return saveDesign(designs, {
    ...writing,
    kind: 'toolset',
    async compose(before) {
      const past = before ?? (await designs.read('toolset', writing.id));
      return toolsetJson(await writing.compose(past === undefined ? undefined : documentBefore(past)));
    },
  });
}

/** A toolset created after a deleted one with the same id chooses again, but never reuses the id of a tool. */
function documentBefore(past: Design): ToolsetDocument {
  const { document } = toToolset(past);
  if (past.deletedAt === undefined) return document;
  return { ...document, tools: [], retired: [...document.retired, ...document.tools.map(({ served }) => served)] };
}

/** Deletes a toolset, so that its tools are no longer served; returns the tombstone. */
export function deleteToolset(designs: DesignStore, targeting: Omit<DesignTargeting, 'kind'>): Promise<Design> {
  return deleteDesign(designs, { ...targeting, kind: 'toolset' });
}
