/**
 * The designs in the store: what designers create from the catalogue, such as toolsets, and the MCP servers that
 * administrators add. A design is a document with an owner and versions; the store does not interpret the document.
 */
import type { JsonObject, Visibility } from '@dragoman/model';
import type { AuditDraft } from './audit.js';
import type { ChangeContext } from './change-context.js';

/** The kind of a design. */
export type DesignKind = 'toolset' | 'procedure' | 'team' | 'data-class' | 'mcp-server';

/** One state of a design. */
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
  /** 1, 2, 3 …; increases with every change, including deletion. */
  version: number;
  document: JsonObject;
  /** RFC 3339, UTC. */
  createdAt: string;
  updatedAt: string;
  /** Set on a tombstone. */
  deletedAt?: string;
}

/** The action of a change, also used in the audit record. */
export type DesignAction = 'design.create' | 'design.update' | 'design.delete';

/** One stored version of a design. */
export interface DesignVersion {
  version: number;
  action: DesignAction;
  actor: string;
  at: string;
  design: Design;
}

/**
 * The state to write and the detail of its audit record, or nothing to do. The store sets version and times of the
 * design.
 */
export type DesignDecision = { action: DesignAction; design: Design; detail?: string } | undefined;

/**
 * Decides on a change while the store locks the design. Synchronous and pure: it runs inside the transaction and may
 * run twice. It throws a Failure to reject the change; nothing is then written.
 */
export type DecideDesign = (current: Design | undefined) => DesignDecision;

/** Designs, their tombstones and their versions. */
export interface DesignStore {
  /** The design with this id, including tombstones. */
  read(kind: DesignKind, id: string): Promise<Design | undefined>;
  /** Live designs of a kind, ordered by id, after `after` when given, at most `limit`. */
  list(kind: DesignKind, after: string | undefined, limit: number): Promise<Design[]>;
  /**
   * Runs `decide` on the current state and writes its decision, the version and the audit record together. Returns the
   * new state; undefined when there was nothing to do and no design.
   */
  change(kind: DesignKind, id: string, decide: DecideDesign, context: ChangeContext): Promise<Design | undefined>;
  /** Stored versions, newest first, at most `limit`, with a version below `before` when given. */
  versions(kind: DesignKind, id: string, limit: number, before?: number): Promise<DesignVersion[]>;
  version(kind: DesignKind, id: string, version: number): Promise<DesignVersion | undefined>;
}

/** The rows of one change, written all together or not at all. */
export interface AppliedDesign {
  design: Design;
  kept: DesignVersion;
  audit: AuditDraft;
}

/** The target of a decision. */
export interface DesignTarget {
  kind: DesignKind;
  id: string;
  current: Design | undefined;
  context: ChangeContext;
}

/** Computes the rows of a decision, the same for every store; throws when it is about another design. */
export function applyDesign(decision: NonNullable<DesignDecision>, target: DesignTarget): AppliedDesign {
  const { kind, id, current, context } = target;
  const { action, design, detail } = decision;
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
    audit: {
      at,
      actor,
      action,
      target: `${kind}:${id}`,
      outcome: 'done',
      code: '',
      traceId,
      ...(detail === undefined ? {} : { detail }),
    },
  };
}
