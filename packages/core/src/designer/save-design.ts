/**
 * Writes a design with optimistic concurrency: composes on the state that was read, and composes again if that state
 * has changed.
 */
import type { JsonObject, Visibility } from '@dragoman/model';
import { Failure } from '@dragoman/model';
import type { Caller } from '../access/caller.js';
import { canChange, canSee } from '../access/caller.js';
import type { ChangeContext } from '../catalogue/change-context.js';
import type { Design, DesignAction, DesignKind, DesignStore } from '../catalogue/designs.js';
import { noSuchDesign, requireDesigner } from './toolset-access.js';

/** Metadata stored with the document. */
export interface DesignHeader {
  name: string;
  visibility?: Visibility;
  grants?: string[];
}

/** Which design to change, for which caller, and under which conditions. */
export interface DesignTargeting {
  kind: DesignKind;
  id: string;
  caller: Caller;
  context: ChangeContext;
  /** Fails with `PRECONDITION_FAILED` unless it is true for the live state. */
  precondition?: (current: Design | undefined) => boolean;
}

/** A design to write. */
export interface DesignWriting extends DesignTargeting {
  /** `create` rejects an id that is taken, `replace` one that is unknown. */
  mode: 'create' | 'replace';
  /** The new metadata, from the previous metadata. */
  header(before: Design | undefined): DesignHeader;
  /** The new document, from the previous design. */
  compose(before: Design | undefined): Promise<JsonObject>;
  /** Detail of the audit record. */
  detail?: string;
}

/** Result of a write. */
export interface WrittenDesign {
  design: Design;
  /** The state that was replaced. */
  before?: Design;
  outcome: 'created' | 'updated' | 'unchanged';
}

const maxTries = 5;

/** Composes and writes the design; throws a Failure that gives the reason. Writes nothing when nothing changed. */
export async function saveDesign(designs: DesignStore, writing: DesignWriting): Promise<WrittenDesign> {
  const { kind, id } = writing;
  const detail = writing.detail === undefined ? {} : { detail: writing.detail };
  for (let tries = 0; tries < maxTries; tries += 1) {
    const current = await designs.read(kind, id);
    const live = admit(current, writing);
    const next = makeDesign(writing, live, await writing.compose(live));
    if (live !== undefined && sameDesign(live, next)) return { design: live, outcome: 'unchanged' };
    const outcome = live === undefined ? 'created' : 'updated';
    const action: DesignAction = live === undefined ? 'design.create' : 'design.update';
    let moved = false;
    const decide = (present: Design | undefined) => {
      moved = present?.version !== current?.version;
      return moved ? undefined : { action, design: next, ...detail };
    };
    const written = await designs.change(kind, id, decide, writing.context);
    if (!moved && written !== undefined)
      return { design: written, outcome, ...(live === undefined ? {} : { before: live }) };
  }
  throw new Failure('CONFLICT', { message: `Concurrent changes to this ${kind}; read it again and retry.` });
}

/** Deletes a design; returns the tombstone. */
export async function deleteDesign(designs: DesignStore, targeting: DesignTargeting): Promise<Design> {
  const { kind, id, context } = targeting;
  const decide = (current: Design | undefined) => {
    const live = admit(current, { ...targeting, mode: 'replace' });
    return live === undefined ? undefined : ({ action: 'design.delete', design: live } as const);
  };
  const deleted = await designs.change(kind, id, decide, context);
  if (deleted === undefined) throw noSuchDesign(kind, id);
  return deleted;
}

type Admission = Pick<DesignWriting, 'kind' | 'id' | 'caller' | 'mode' | 'precondition'>;

/** The live state, if this caller may make the requested change. */
export function admit(
  current: Design | undefined,
  { kind, id, caller, mode, precondition }: Admission,
): Design | undefined {
  const live = current?.deletedAt === undefined ? current : undefined;
  if (mode === 'replace') {
    if (live === undefined || !canSee(caller, live)) throw noSuchDesign(kind, id);
    requireDesigner(caller, live);
  }
  if (mode === 'create' && current !== undefined && (live !== undefined || !canChange(caller, current))) {
    throw new Failure('CONFLICT', { message: `The id '${id}' is taken; choose another one, or change that ${kind}.` });
  }
  if (precondition !== undefined && !precondition(live)) throw new Failure('PRECONDITION_FAILED');
  return live;
}

function makeDesign(writing: DesignWriting, live: Design | undefined, document: JsonObject): Design {
  const { name, visibility, grants } = writing.header(live);
  const { at } = writing.context;
  return {
    kind: writing.kind,
    id: writing.id,
    name,
    owner: live?.owner ?? writing.caller.subject,
    visibility: visibility ?? live?.visibility ?? 'private',
    grants: grants ?? live?.grants ?? [],
    version: live?.version ?? 1,
    document,
    createdAt: live?.createdAt ?? at,
    updatedAt: live?.updatedAt ?? at,
  };
}

function sameDesign(one: Design, other: Design): boolean {
  const facts = ({ name, visibility, grants, document }: Design) =>
    JSON.stringify([name, visibility, grants, document]);
  return facts(one) === facts(other);
}
