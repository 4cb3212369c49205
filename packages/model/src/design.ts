/**
 * A toolset: the tools that a designer chose for a task, from several vendors, each at a chosen version and with the
 * designer's own texts. It is the document of a design of kind `toolset`.
 */
import type { JsonSchema } from './json.js';
import type { ToolSignature } from './tool-signature/signature.js';

/** Texts for people in one language; never sent to a model. */
export interface LocalisedText {
  name?: string;
  description?: string;
  /** By input id. */
  inputs?: Record<string, string>;
}

/** One version of a tool in a toolset: the version of the catalogue's tool, and its texts. */
export interface ServedVersion {
  /** 1, 2, 3 …; assigned by the toolset. */
  version: number;
  /** Version of the catalogue's tool. */
  of: number;
  /** The designer's texts, which replace the vendor's. */
  description?: string;
  /** The same for inputs, by input id. */
  inputs?: Record<string, string>;
}

/** A tool under one name, with all its published versions; versions are never withdrawn. */
export interface ServedTool {
  /** Id on the toolset's own N-ACT root. */
  toolId: string;
  /** Tool name for models: unique in the toolset, at most 64 characters of A-Z a-z 0-9 _ -. */
  name: string;
  /** Source entry and tool, as in the catalogue. */
  agentId: string;
  sourceToolId: string;
  versions: ServedVersion[];
}

/** Origin of a tool whose vendor serves N-ACT itself. */
export interface VendorTool {
  root: string;
  toolId: string;
  name: string;
  version: number;
}

/** A chosen tool. */
export interface ToolsetTool {
  /** Identifies the choice in requests: the id of the tool on the toolset's root. */
  served: ServedTool;
  /** Id of the operation in the entry. */
  operationId: string;
  /** Short label of the source. */
  vendor: string;
  /** Chosen version of the catalogue's tool. */
  version: number;
  /** `latest` follows the vendor, by explicit choice; `pinned` changes only when the designer changes it. */
  follow: 'pinned' | 'latest';
  /** The vendor's N-ACT signature of that version, as chosen. */
  signature: ToolSignature;
  /** The complete JSON Schemas of that version; absent in toolsets that were stored before they were kept. */
  input?: JsonSchema;
  output?: JsonSchema;
  /** SHA-256 of the locked form. */
  fingerprint: string;
  /** Present when the vendor itself serves it as a tool. */
  origin?: VendorTool;
  description?: string;
  inputs?: Record<string, string>;
  /** Language tag → texts for people. */
  localised?: Record<string, LocalisedText>;
  /** Newest version that the designer declined; of this tool or of its replacement. */
  stayed?: { toolId: string; version: number };
}

/** Which tools an open toolset allows at run time: every tool that meets all conditions. */
export interface OpenSelection {
  /** Tags that a tool must all have. */
  tags: string[];
  /** Allowed entries; any when empty. */
  agents: string[];
  /** Allowed sources; any when empty. */
  sources: string[];
  /** Words that must all occur in name, description or tags. */
  text?: string;
}

/** The prompts and resources that a toolset offers. */
export interface ToolsetContent {
  prompts: { agentId: string; name: string }[];
  /** URIs, or templates of URIs. */
  resources: { agentId: string; uri: string }[];
}

/** The document of a toolset. */
export interface ToolsetDocument {
  description: string;
  /** `chosen`: tools are chosen at design time. `open`: tools that match `open` may also be used at run time. */
  mode: 'chosen' | 'open';
  tools: ToolsetTool[];
  /** Only with mode `open`. */
  open?: OpenSelection;
  /** When absent, all prompts and resources of the services of its tools. */
  content?: ToolsetContent;
  /** Tools that were removed or renamed; they stay callable for existing users. */
  retired: ServedTool[];
  /** Number of tools ever published; ids are never reused. */
  made: number;
  /** Language tag → texts for people about the toolset itself. */
  localised?: Record<string, LocalisedText>;
}
