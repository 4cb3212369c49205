/**
 * Exports a self-contained toolset for a run time: signatures as models see them, the vendor's original texts, pins and
 * fingerprints. The export contains no secret and no URL other than the toolset's root and the vendors' public URLs.
 */
import type {
  Impact,
  InputMapping,
  JsonSchema,
  OpenSelection,
  ToolSignature,
  ToolsetTool,
  VendorTool,
} from '@dragoman/model';
import type { Caller } from '../access/caller.js';
import { canChange } from '../access/caller.js';
import { hashSignature } from '../documents/signature-lock.js';
import type { Tool } from '../protocols/nact/tool-history.js';
import { currentVersion, servedSignature } from '../protocols/nact/tool-history.js';
import { mappingsOf } from '../protocols/nact/write.js';
import { rewordSignature } from './served-tool.js';
import { shownSchemas } from './stored-schemas.js';
import type { DesignerPorts, Toolset } from './toolset-access.js';
import { readingOnce } from './toolset-access.js';
import { findChosen } from './toolset-tools.js';

/** One tool of an export. */
export interface ExportedTool {
  /** Name shown to models, as in the signature. */
  alias: string;
  vendor: string;
  agentId: string;
  /** Name of the operation in its service, where it is available. */
  operation?: string;
  /** Signature on the toolset's root: under the alias, with the designer's texts, at the pinned version. */
  signature: ToolSignature;
  /** The complete JSON Schemas, of which the signature is a projection, with the designer's texts. */
  inputSchema: JsonSchema;
  outputSchema: JsonSchema;
  /** How an input that matches the schema becomes the inputs of the signature. */
  inputMap: InputMapping[];
  /** SHA-256 of the locked parts of that signature. */
  fingerprint: string;
  follow: 'pinned' | 'latest';
  /** Side effects of a call, where the vendor declares them. */
  impact?: Impact;
  /** The vendor's original texts and the pinned version. */
  original: {
    toolId: string;
    version: number;
    name: string;
    description: string;
    fingerprint: string;
    inputs: Record<string, string>;
  };
  /** The vendor's own tool, where it serves N-ACT. */
  origin?: VendorTool;
}

/** An exported toolset. */
export interface ToolsetExport {
  format: 'dragoman-toolset';
  formatVersion: 1;
  id: string;
  name: string;
  description: string;
  /** Version of the toolset. */
  version: number;
  /** The toolset's N-ACT root. */
  root: string;
  mode: 'chosen' | 'open';
  open?: OpenSelection;
  tools: ExportedTool[];
}

/**
 * Exports the part of a toolset that the caller may see; stored signatures are used for services that are unavailable.
 */
export async function exportToolset(
  given: DesignerPorts,
  toolset: Toolset,
  { caller, root }: { caller: Caller; root: string },
): Promise<ToolsetExport> {
  const ports = readingOnce(given);
  const { design, document } = toolset;
  const tools: ExportedTool[] = [];
  for (const item of document.tools) {
    const tool = await exportTool(ports, item, { caller, owner: canChange(caller, design) });
    if (tool !== undefined) tools.push(tool);
  }
  return {
    format: 'dragoman-toolset',
    formatVersion: 1,
    id: design.id,
    name: design.name,
    description: document.description,
    version: design.version,
    root,
    mode: document.mode,
    ...(document.open === undefined ? {} : { open: document.open }),
    tools,
  };
}

/** The stored signature, under the toolset's name and version number and with the designer's texts. */
export function storedSignature({ served, signature }: ToolsetTool): ToolSignature {
  const last = served.versions.at(-1);
  const version = last?.version ?? 1;
  const { toolId, name } = served;
  return { ...rewordSignature(signature, last ?? {}), toolId, name, version, currentVersion: version };
}

type ToolContents = Pick<ExportedTool, 'signature' | 'inputSchema' | 'outputSchema' | 'inputMap'>;

function storedTool(item: ToolsetTool): ToolContents {
  return { signature: storedSignature(item), ...shownSchemas(item) };
}

function servedTool(tool: Tool): ToolContents {
  const version = currentVersion(tool);
  const { input, output, contract } = version;
  const signature = servedSignature(tool, version);
  return { signature, inputSchema: input, outputSchema: output, inputMap: mappingsOf(contract) };
}

async function exportTool(
  ports: DesignerPorts,
  item: ToolsetTool,
  { caller, owner }: { caller: Caller; owner: boolean },
): Promise<ExportedTool | undefined> {
  const found = await findChosen(ports, item, caller);
  if (found === undefined && !owner) return undefined;
  // Signatures of toolsets that were stored before schemas were kept lack the inputs that N-ACT has no types for.
  const isStored = found === undefined || (item.follow === 'pinned' && item.input !== undefined);
  const { signature, ...schemas } = isStored ? storedTool(item) : servedTool(found.tool);
  const { signature: own, fingerprint } = item;
  const { impact, name: operation } = found?.stored.entry.operations.find(({ id }) => id === item.operationId) ?? {};
  return {
    alias: item.served.name,
    vendor: item.vendor,
    agentId: item.served.agentId,
    ...(operation === undefined ? {} : { operation }),
    signature,
    ...schemas,
    fingerprint: hashSignature(signature),
    follow: item.follow,
    original: {
      toolId: own.toolId,
      version: own.version,
      name: own.name,
      description: own.description,
      fingerprint,
      inputs: Object.fromEntries(own.input_parameters.map(({ id, description }) => [id, description])),
    },
    ...(impact === undefined ? {} : { impact }),
    ...(item.origin === undefined ? {} : { origin: item.origin }),
  };
}
