/**
 * What a toolset says: the tools that a designer chose for a task, from many vendors, each at the version chosen and with
 * the designer's own words beside the vendor's. It is the document of a design of kind `toolset`.
 */
import type { ToolSignature } from './tool-signature/signature.js';

/** Words for people in one language; a model never gets them. */
export interface LocalisedText {
  name?: string;
  description?: string;
  /** By the id of the input. */
  inputs?: Record<string, string>;
}

/** One version under which a toolset shows a tool: which version of the catalogue's tool, and with which words. */
export interface ServedVersion {
  /** 1, 2, 3 …; counted by the toolset. */
  version: number;
  /** Version of the catalogue's tool. */
  of: number;
  /** The designer's words instead of the vendor's. */
  description?: string;
  /** The same on inputs, by their ids. */
  inputs?: Record<string, string>;
}

/** A tool under one name, with every version that the toolset ever showed of it; versions are never taken back. */
export interface ServedTool {
  /** Id on the toolset's own N-ACT root. */
  toolId: string;
  /** Name toward models: unique in the toolset, at most 64 characters of A-Z a-z 0-9 _ -. */
  name: string;
  /** Entry that it comes from, and the tool of it, as in the catalogue. */
  agentId: string;
  sourceToolId: string;
  versions: ServedVersion[];
}

/** Where a tool came from, when its vendor serves N-ACT itself. */
export interface VendorTool {
  root: string;
  toolId: string;
  name: string;
  version: number;
}

/** A chosen tool. */
export interface ToolsetTool {
  /** Stands for the choice in requests: the id of the tool on the toolset's root. */
  served: ServedTool;
  /** Id of the operation in the entry. */
  operationId: string;
  /** Short word for where it comes from. */
  vendor: string;
  /** Version chosen, of the catalogue's tool. */
  version: number;
  /** `latest` moves with the vendor, by explicit choice; `pinned` moves when the designer says so. */
  follow: 'pinned' | 'latest';
  /** The vendor's signature of that version, as it was chosen. */
  signature: ToolSignature;
  /** SHA-256 of what is locked in it. */
  fingerprint: string;
  /** Present when the vendor serves it as a tool itself. */
  origin?: VendorTool;
  description?: string;
  inputs?: Record<string, string>;
  /** Language tag → words for people. */
  localised?: Record<string, LocalisedText>;
  /** Newest version that the designer decided not to move to; of this tool, or of the one that took its place. */
  stayed?: { toolId: string; version: number };
}

/** What a toolset that is open at run time lets in: every tool that meets all of these. */
export interface OpenSelection {
  /** Tags that a tool must all have. */
  tags: string[];
  /** Entries that tools may come from; any when empty. */
  agents: string[];
  /** Sources that tools may come from; any when empty. */
  sources: string[];
  /** Words that must all stand in name, description or tags. */
  text?: string;
}

/** The document of a toolset. */
export interface ToolsetDocument {
  description: string;
  /** `chosen`: tools are chosen at design time. `open`: what meets `open` may be used at run time too. */
  mode: 'chosen' | 'open';
  tools: ToolsetTool[];
  /** Only with mode `open`. */
  open?: OpenSelection;
  /** Tools that are no longer in the set, or have another name now; they stay callable for those who have them. */
  retired: ServedTool[];
  /** How many tools it ever showed; an id is never given to another one. */
  made: number;
  /** Language tag → words for people on the toolset itself. */
  localised?: Record<string, LocalisedText>;
}
