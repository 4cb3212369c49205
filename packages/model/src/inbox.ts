/** One thing that needs a decision of a person, and the ids of the place where it is decided. */

/** Kinds of items. */
export const inboxKinds = Object.freeze([
  'approval_pending',
  'source_held',
  'source_failing',
  'mcp_server_failing',
  'toolset_update',
  'procedure_invalid',
  'credential_missing',
  'look_alike',
  'text_held',
] as const);

/** A kind of item. */
export type InboxKind = (typeof inboxKinds)[number];

/** How urgent an item is: calls fail, something waits, or something is new. */
export type InboxSeverity = 'error' | 'warning' | 'info';

/** An item. */
export interface InboxItem {
  /** Stable while the item exists. */
  id: string;
  kind: InboxKind;
  severity: InboxSeverity;
  /** What happened, in one sentence; may contain third-party names. */
  title: string;
  /** More of it; third-party text. */
  detail?: string;
  /** RFC 3339, UTC; absent when it is not known. */
  since?: string;
  /** Number of changes or findings. */
  count?: number;
  /** Class of the updates of a toolset. */
  effect?: 'breaking' | 'meaning' | 'compatible' | 'description';
  /** Names of the tools concerned, at most ten. */
  tools?: string[];
  agent?: string;
  source?: string;
  toolset?: string;
  procedure?: string;
  server?: string;
  approval?: string;
}
