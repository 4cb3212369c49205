/** Reads and changes toolsets with one caller's permissions. Hidden and unknown ids get the same answer. */
import type { JsonObject, ToolsetDocument } from '@dragoman/model';
import { Failure } from '@dragoman/model';
import type { Caller } from '../access/caller.js';
import { canChange, canSee } from '../access/caller.js';
import type { BrowsePorts } from '../catalogue/browse.js';
import type { Design, DesignKind } from '../catalogue/designs.js';
import type { Store, StoredEntry } from '../catalogue/store.js';
import type { RankOperations } from '../discovery/resolve/rank-operations.js';
import type { ProcedureChecking } from '../procedures/procedure-checking.js';
import type { ToolCache } from '../protocols/nact/tool-cache.js';
import type { CompareTools } from './version-comparing.js';

/** Dependencies of the designer functions. */
export interface DesignerPorts extends BrowsePorts {
  toolCache: ToolCache;
  /** Ranks operations for a text. */
  rank: RankOperations;
  procedures: ProcedureChecking;
  compareTools: CompareTools;
  /** Entries that the current request of one caller has read; absent: each read goes to the store. */
  readEntries?: Map<string, Promise<StoredEntry | undefined>>;
}

/** Ports for one request, which reads each entry once: the tools of a toolset often share one, which may be large. */
export function readingOnce(ports: DesignerPorts): DesignerPorts {
  return ports.readEntries === undefined ? { ...ports, readEntries: new Map() } : ports;
}

/** A toolset with its document. */
export interface Toolset {
  design: Design;
  document: ToolsetDocument;
}

/** The live design with this id; `NOT_FOUND` when it is unknown, deleted or hidden from the caller. */
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

/** The failure for a design that is unknown, deleted or hidden. */
export function noSuchDesign(kind: DesignKind, id: string): Failure {
  return new Failure('NOT_FOUND', { message: `No ${kind} with id '${id.slice(0, 80)}'.` });
}

/** Throws unless the caller owns the design or administers the registry. */
export function requireDesigner(caller: Caller, design: Design): void {
  if (canChange(caller, design)) return;
  throw new Failure('FORBIDDEN', { message: `Your credential is not allowed to change this ${design.kind}.` });
}

/** The toolset with this id; `NOT_FOUND` when it is unknown, deleted or hidden from the caller. */
export async function requireToolset(store: Pick<Store, 'designs'>, id: string, caller: Caller): Promise<Toolset> {
  return toToolset(await requireDesign(store, 'toolset', id, caller));
}

/** Reads a design's document as a toolset's; only documents made by `composeToolset` are stored. */
export function toToolset(design: Design): Toolset {
  return { design, document: design.document as unknown as ToolsetDocument };
}

/** A toolset's document as plain JSON; all its members are JSON values. */
export function toolsetJson(document: ToolsetDocument): JsonObject {
  return document as unknown as JsonObject;
}
