/** Writes a toolset: composed on the state that was read, written only if that is still the state, else composed again. */
import type { ToolsetDocument, Visibility } from '@dragoman/model';
import { Failure } from '@dragoman/model';
import type { Caller } from '../access/caller.js';
import { canChange, canSee } from '../access/caller.js';
import type { Design, DesignAction, DesignStore } from '../catalogue/designs.js';
import type { ChangeContext } from '../catalogue/store.js';
import { noSuchDesign, requireDesigner, toolsetJson, toToolset } from './toolset-access.js';

/** What stands beside the document. */
export interface DesignHeader {
  name: string;
  visibility?: Visibility;
  grants?: string[];
}

/** A toolset to write. */
export interface ToolsetWriting {
  id: string;
  caller: Caller;
  context: ChangeContext;
  /** `create` refuses an id that is taken, `replace` one that is unknown. */
  mode: 'create' | 'replace';
  /** Refused with `PRECONDITION_FAILED` when it does not hold for the live state. */
  precondition?: (current: Design | undefined) => boolean;
  /** What stands beside the document, from what did so far. */
  header(before: Design | undefined): DesignHeader;
  /** The document, from the one so far. */
  compose(before: ToolsetDocument | undefined): Promise<ToolsetDocument>;
}

/** What writing left behind. */
export interface WrittenToolset {
  design: Design;
  outcome: 'created' | 'updated' | 'unchanged';
}

const mostTries = 5;

/** Composes and writes; throws a Failure that says why not. Nothing is written when nothing changed. */
export async function saveToolset(designs: DesignStore, writing: ToolsetWriting): Promise<WrittenToolset> {
  for (let tries = 0; tries < mostTries; tries += 1) {
    const current = await designs.read('toolset', writing.id);
    const live = admit(current, writing);
    const document = await writing.compose(live === undefined ? undefined : toToolset(live).document);
    const next = makeDesign(writing, live, document);
    if (live !== undefined && sameDesign(live, next)) return { design: live, outcome: 'unchanged' };
    const action: DesignAction = live === undefined ? 'design.create' : 'design.update';
    let moved = false;
    const decide = (present: Design | undefined) => {
      moved = present?.version !== current?.version;
      return moved ? undefined : { action, design: next };
    };
    const written = await designs.change('toolset', writing.id, decide, writing.context);
    if (!moved && written !== undefined)
      return { design: written, outcome: live === undefined ? 'created' : 'updated' };
  }
  throw new Failure('CONFLICT', { message: 'Others keep changing this toolset; read it again and repeat.' });
}

/** Deletes a toolset; its tools are no longer served. Gives the tombstone. */
export async function deleteToolset(
  designs: DesignStore,
  { id, caller, context, precondition }: Pick<ToolsetWriting, 'id' | 'caller' | 'context' | 'precondition'>,
): Promise<Design> {
  const deleted = await designs.change(
    'toolset',
    id,
    (current) => {
      const live = admit(current, {
        id,
        caller,
        mode: 'replace',
        ...(precondition === undefined ? {} : { precondition }),
      });
      return live === undefined ? undefined : { action: 'design.delete', design: live };
    },
    context,
  );
  if (deleted === undefined) throw noSuchDesign('toolset', id);
  return deleted;
}

type Admission = Pick<ToolsetWriting, 'id' | 'caller' | 'mode' | 'precondition'>;

/** The live state, if this caller may write on it as asked. */
function admit(current: Design | undefined, { id, caller, mode, precondition }: Admission): Design | undefined {
  const live = current?.deletedAt === undefined ? current : undefined;
  if (mode === 'replace') {
    if (live === undefined || !canSee(caller, live)) throw noSuchDesign('toolset', id);
    requireDesigner(caller, live);
  }
  if (mode === 'create' && current !== undefined && (live !== undefined || !canChange(caller, current)))
    throw taken(id);
  if (precondition !== undefined && !precondition(live)) throw new Failure('PRECONDITION_FAILED');
  return live;
}

function makeDesign(writing: ToolsetWriting, live: Design | undefined, document: ToolsetDocument): Design {
  const { name, visibility, grants } = writing.header(live);
  const { at } = writing.context;
  return {
    kind: 'toolset',
    id: writing.id,
    name,
    owner: live?.owner ?? writing.caller.subject,
    visibility: visibility ?? live?.visibility ?? 'private',
    grants: grants ?? live?.grants ?? [],
    version: live?.version ?? 1,
    document: toolsetJson(document),
    createdAt: live?.createdAt ?? at,
    updatedAt: live?.updatedAt ?? at,
  };
}

function sameDesign(one: Design, other: Design): boolean {
  const facts = ({ name, visibility, grants, document }: Design) =>
    JSON.stringify([name, visibility, grants, document]);
  return facts(one) === facts(other);
}

function taken(id: string): Failure {
  return new Failure('CONFLICT', { message: `The id '${id}' is taken; choose another one, or leave it out.` });
}
