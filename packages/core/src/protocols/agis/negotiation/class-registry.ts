/**
 * The bindings of an entry's data classes, stored as designs: versioned, audited, visible to the owner and
 * administrators only.
 */
import { createHash } from 'node:crypto';
import type { JsonObject } from '@dragoman/model';
import type { ChangeContext } from '../../../catalogue/change-context.js';
import type { Design, DesignStore } from '../../../catalogue/designs.js';
import type { StoredEntry } from '../../../catalogue/store.js';
import type { ClassBinding } from './class-binding.js';

/** The design id of a binding. */
export function bindingIdOf(entryId: string, name: string): string {
  return createHash('sha256')
    .update(JSON.stringify(['agis-class', entryId, name]))
    .digest('base64url');
}

/** The binding of a class; undefined when there is none. */
export async function readBinding(
  designs: Pick<DesignStore, 'read'>,
  entryId: string,
  name: string,
): Promise<ClassBinding | undefined> {
  const design = await designs.read('data-class', bindingIdOf(entryId, name));
  return design === undefined || design.deletedAt !== undefined
    ? undefined
    : (design.document as unknown as ClassBinding);
}

/** Stores a binding; returns its version. */
export async function keepBinding(
  designs: DesignStore,
  { entry }: StoredEntry,
  binding: ClassBinding,
  context: ChangeContext,
): Promise<number> {
  const id = bindingIdOf(entry.id, binding.class);
  const design = await designs.change(
    'data-class',
    id,
    (current) => ({
      action: current === undefined || current.deletedAt !== undefined ? 'design.create' : 'design.update',
      design: newDesign(id, entry.owner, binding, current),
    }),
    context,
  );
  return design?.version ?? 0;
}

/** Deletes a binding; false when there is none. Endpoints created from it stop working. */
export async function dropBinding(
  designs: DesignStore,
  entryId: string,
  name: string,
  context: ChangeContext,
): Promise<boolean> {
  let there = false;
  await designs.change(
    'data-class',
    bindingIdOf(entryId, name),
    (current) => {
      there = current !== undefined && current.deletedAt === undefined;
      return there && current !== undefined ? { action: 'design.delete', design: current } : undefined;
    },
    context,
  );
  return there;
}

function newDesign(id: string, owner: string, binding: ClassBinding, current: Design | undefined): Design {
  const document = binding as unknown as JsonObject;
  const kept = current ?? { createdAt: '', updatedAt: '', version: 0 };
  const { createdAt, updatedAt, version } = kept;
  return {
    kind: 'data-class',
    id,
    name: binding.class,
    owner,
    visibility: 'private',
    grants: [],
    version,
    document,
    createdAt,
    updatedAt,
  };
}
