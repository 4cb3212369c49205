/** Writes and deletes toolsets: what every design does, with a toolset's document. */
import type { ToolsetDocument } from '@dragoman/model';
import type { Design, DesignStore } from '../catalogue/designs.js';
import type { DesignTargeting, DesignWriting, WrittenDesign } from './save-design.js';
import { deleteDesign, saveDesign } from './save-design.js';
import { toolsetJson, toToolset } from './toolset-access.js';

export type { DesignHeader } from './save-design.js';

/** A toolset to write. */
export interface ToolsetWriting extends Omit<DesignWriting, 'kind' | 'compose'> {
  /** The document, from the one so far. */
  compose(before: ToolsetDocument | undefined): Promise<ToolsetDocument>;
}

/** What writing left behind. */
export type WrittenToolset = WrittenDesign;

/** Composes and writes; throws a Failure that says why not. Nothing is written when nothing changed. */
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

/** A toolset that comes after a deleted one chooses anew, but gives no id of a tool away a second time. */
function documentBefore(past: Design): ToolsetDocument {
  const { document } = toToolset(past);
  if (past.deletedAt === undefined) return document;
  return { ...document, tools: [], retired: [...document.retired, ...document.tools.map(({ served }) => served)] };
}

/** Deletes a toolset; its tools are no longer served. Gives the tombstone. */
export function deleteToolset(designs: DesignStore, targeting: Omit<DesignTargeting, 'kind'>): Promise<Design> {
  return deleteDesign(designs, { ...targeting, kind: 'toolset' });
}
