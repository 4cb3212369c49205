/** Reading and changing toolsets through one caller's eyes. Hidden and unknown ids are answered alike. */
import type { JsonObject, ToolsetDocument } from '@dragoman/model';
import { Failure } from '@dragoman/model';
import type { Caller } from '../access/caller.js';
import { canChange, canSee } from '../access/caller.js';
import type { BrowsePorts } from '../catalogue/browse.js';
import type { Design, DesignKind } from '../catalogue/designs.js';
import type { Store } from '../catalogue/store.js';
import type { ToolShelf } from '../protocols/nact/tool-shelf.js';

/** What designers' functions need of the world. */
export interface DesignerPorts extends BrowsePorts {
  shelf: ToolShelf;
}

/** A toolset with its document. */
export interface Toolset {
  design: Design;
  document: ToolsetDocument;
}

/** The live design of this id; `NOT_FOUND` when it is unknown, deleted or hidden from the caller. */
export async function requireDesign(
  { designs }: Pick<Store, 'designs'>,
  kind: DesignKind,
  id: string,
  caller: Caller,
): Promise<Design> {
  const design = await designs.read(kind, id);
  if (design === undefined || design.deletedAt !== undefined || !canSee(caller, design)) throw noSuchDesign(kind, id);
  return design;
}

/** The one answer for a design that is unknown, deleted or hidden. */
export function noSuchDesign(kind: DesignKind, id: string): Failure {
  return new Failure('NOT_FOUND', { message: `No ${kind} with id '${id.slice(0, 80)}'.` });
}

/** Throws unless the caller owns the design or administers the registry. */
export function requireDesigner(caller: Caller, design: Design): void {
  if (canChange(caller, design)) return;
  throw new Failure('FORBIDDEN', { message: `Your credential is not allowed to change this ${design.kind}.` });
}

/** The toolset of this id; `NOT_FOUND` when it is unknown, deleted or hidden from the caller. */
export async function requireToolset(store: Pick<Store, 'designs'>, id: string, caller: Caller): Promise<Toolset> {
  return toToolset(await requireDesign(store, 'toolset', id, caller));
}

/** A design with its document as a toolset's; only documents that `composeToolset` made are ever stored. */
export function toToolset(design: Design): Toolset {
  return { design, document: design.document as unknown as ToolsetDocument };
}

/** A toolset's document as plain JSON; it has no other members than JSON has. */
export function toolsetJson(document: ToolsetDocument): JsonObject {
  return document as unknown as JsonObject;
}
