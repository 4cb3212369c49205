/**
 * Designs' part of the store: what designers make out of the catalogue, such as toolsets. A design is a document with
 * an owner and versions; what its document says is the business of whoever reads it.
 */
import type { JsonObject, Visibility } from '@dragoman/model';
import type { AuditDraft } from './audit.js';
import type { ChangeContext } from './change-context.js';

/** What a design is. */
export type DesignKind = 'toolset' | 'procedure' | 'team' | 'data-class';

/** A design in one of its states. */
export interface Design {
  kind: DesignKind;
  /** Unique among the designs of its kind; at most 128 characters. */
  id: string;
  name: string;
  /** Subject of its owner. */
  owner: string;
  visibility: Visibility;
  /** As for entries: `caller:<subject>` or `scope:<scope>`. */
  grants: string[];
  /** 1, 2, 3 …; grows with every change, deletion included. */
  version: number;
  document: JsonObject;
  /** RFC 3339, UTC. */
  createdAt: string;
  updatedAt: string;
  /** Set on a tombstone. */
  deletedAt?: string;
}

/** What a change does; it becomes the audit record's action. */
export type DesignAction = 'design.create' | 'design.update' | 'design.delete';

/** One kept version of a design. */
export interface DesignVersion {
  version: number;
  action: DesignAction;
  actor: string;
  at: string;
  design: Design;
}

/** The state to write, or nothing to do. Version and times of the design are the store's business. */
export type DesignDecision = { action: DesignAction; design: Design } | undefined;

/**
 * Decides on a change while the store holds the design. Synchronous and pure: it runs inside the transaction and may
 * run twice. It throws a Failure to refuse; then nothing is written.
 */
export type DecideDesign = (current: Design | undefined) => DesignDecision;

/** Designs, their tombstones and their versions. */
export interface DesignStore {
  /** The design with this id, tombstones included. */
  read(kind: DesignKind, id: string): Promise<Design | undefined>;
  /** Live designs of a kind, ordered by id, behind `after` when given, at most `limit`. */
  list(kind: DesignKind, after: string | undefined, limit: number): Promise<Design[]>;
  /**
   * Runs `decide` on the present state and writes its decision, the version and the audit record at once. Gives the
   * state afterwards; undefined when the decision was to do nothing and there was nothing.
   */
  change(kind: DesignKind, id: string, decide: DecideDesign, context: ChangeContext): Promise<Design | undefined>;
  /** Kept versions, newest first, at most `limit`, with a version below `before` when given. */
  versions(kind: DesignKind, id: string, limit: number, before?: number): Promise<DesignVersion[]>;
  version(kind: DesignKind, id: string, version: number): Promise<DesignVersion | undefined>;
}

/** What one change leaves to be written, all of it or nothing. */
export interface AppliedDesign {
  design: Design;
  kept: DesignVersion;
  audit: AuditDraft;
}

/** What a decision applies to. */
export interface DesignTarget {
  kind: DesignKind;
  id: string;
  current: Design | undefined;
  context: ChangeContext;
}

/** Works out what a decision writes, the same for every store; throws when it is about another design. */
export function applyDesign(decision: NonNullable<DesignDecision>, target: DesignTarget): AppliedDesign {
  const { kind, id, current, context } = target;
  const { action, design } = decision;
  if (design.id !== id || design.kind !== kind) throw new Error('a decision may not change the id of its design');
  const { actor, at, traceId } = context;
  const { deletedAt: _, ...live } = design;
  const next: Design = {
    ...live,
    version: (current?.version ?? 0) + 1,
    createdAt: current?.createdAt ?? at,
    updatedAt: at,
    ...(action === 'design.delete' ? { deletedAt: at } : {}),
  };
  return {
    design: next,
    kept: { version: next.version, action, actor, at, design: next },
    audit: { at, actor, action, target: `${kind}:${id}`, outcome: 'done', code: '', traceId },
  };
}
