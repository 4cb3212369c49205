/**
 * The tools of an entry over all its revisions. Every change of a signature, and every version of the provider, creates
 * a new version; a change that would break callers creates a new tool, and the old one is no longer listed but stays
 * callable (nact.md GAP-27).
 */
import type { Entry, Impact, JsonSchema, Operation, SignatureChange, ToolSignature, VendorTool } from '@dragoman/model';
import { compareSignatures, isJsonObject, lockedForm, refusedChanges } from '@dragoman/model';
import type { Awaitable } from '../../documents/awaitable.js';
import { nameUuid } from '../../documents/name-uuid.js';
import { compareInner } from './compare-inner.js';
import { agentWord, toolNames } from './tool-name.js';
import { signatureMember } from './wire.js';
import type { ToolContract } from './write.js';
import { signatureOf, writeTool } from './write.js';

/** One version of a tool, and the operation that the gateway calls for it. */
export interface ToolVersion {
  /** Its `currentVersion` is historical; use `servedSignature`. */
  signature: ToolSignature;
  contract: ToolContract;
  /** The operation's own schemas, of which the signature is a projection. */
  input: JsonSchema;
  output: JsonSchema;
  operationVersion: number;
  /** The provider's own tool, if the operation was imported from one. */
  vendor?: VendorTool;
}

/** A tool with all its versions, oldest first; there is at least one. */
export interface Tool {
  toolId: string;
  /** The entry and operation of the tool. */
  agentId: string;
  operationId: string;
  /** The name under which it is served. */
  name: string;
  /** The names among the tools of its entry, and where tools of several entries are listed. */
  plainName: string;
  fullName: string;
  /** True while the entry offers it; an unlisted tool may still be read and called. */
  listed: boolean;
  /** True when the entry no longer has the operation, so that nothing can be called (nact.md GAP-27). */
  gone: boolean;
  /** The side effects of a call, as the entry states them now. */
  impact?: Impact;
  versions: [ToolVersion, ...ToolVersion[]];
}

/** The tools of an entry. */
export interface EntryTools {
  tools: Tool[];
}

interface Line {
  tools: Tool[];
  /** False once a revision no longer offers it. */
  offered: boolean;
}

/** Writes the contract of one operation; large ones may be written on another thread. */
export type WriteContract = (entry: Entry, operation: Operation) => Awaitable<ToolContract>;

/** Derives the tools from an entry's revisions, oldest first. */
export async function traceTools(revisions: readonly Entry[], write: WriteContract = writeTool): Promise<EntryTools> {
  const [first] = revisions;
  const last = revisions.at(-1);
  if (first === undefined || last === undefined) return { tools: [] };
  const agent = agentWord(first.id, first.slug);
  const lines = new Map<string, Line>();
  for (const entry of revisions) {
    for (const line of lines.values()) line.offered = false;
    for (const operation of entry.operations) {
      const line = lines.get(operation.id) ?? { tools: [], offered: true };
      lines.set(operation.id, line);
      line.offered = true;
      const written = write(entry, operation);
      const contract = written instanceof Promise ? await written : written;
      extend(line, { agent, entry, operation, contract });
    }
  }
  const present = new Map(last.operations.map(({ id, impact }) => [id, impact]));
  const tools = [...lines].flatMap(([id, { tools: made, offered }]) => {
    for (const tool of made) {
      tool.listed = offered && tool === made.at(-1);
      tool.gone = !present.has(id);
      const impact = present.get(id);
      if (impact !== undefined) tool.impact = impact;
    }
    return made;
  });
  return { tools };
}

/** A version's signature as it is served now. */
export function servedSignature(tool: Tool, { signature }: ToolVersion): ToolSignature {
  return { ...signature, currentVersion: tool.versions.length };
}

/** The tool under the name that it has among the tools of its entry. */
export function plainTool(tool: Tool): Tool {
  const { plainName: name, versions } = tool;
  const [first, ...more] = versions;
  const rename = (version: ToolVersion): ToolVersion => ({ ...version, signature: { ...version.signature, name } });
  return { ...tool, name, versions: [rename(first), ...more.map(rename)] };
}

/** The newest version. */
export function currentVersion({ versions }: Tool): ToolVersion {
  return versions.at(-1) ?? versions[0];
}

interface Offer {
  agent: string;
  entry: Entry;
  operation: Operation;
  contract: ToolContract;
}

function extend(line: Line, offer: Offer): void {
  const tool = line.tools.at(-1);
  if (tool === undefined) {
    line.tools.push(createTool(offer, 1));
    return;
  }
  const before = currentVersion(tool);
  const same = versionOf(offer, tool, before.signature.version);
  const inner = innerChanges(before, same);
  const isLocked = lockedForm(same.signature) === lockedForm(before.signature) && inner.length === 0;
  if (isLocked && isSameVersion(before.vendor, same.vendor)) {
    Object.assign(before, same);
    return;
  }
  const next = versionOf(offer, tool, tool.versions.length + 1);
  const broken = [...refusedChanges(before.signature, next.signature, { allowWidened: true }), ...inner];
  if (!broken.some(({ effect }) => effect === 'breaking')) tool.versions.push(next);
  else line.tools.push(createTool(offer, line.tools.length + 1));
}

/** Changes that the signatures do not show; an entry is often published again without any. */
function innerChanges(before: ToolVersion, after: ToolVersion): SignatureChange[] {
  if (after.vendor !== undefined || JSON.stringify(before.input) === JSON.stringify(after.input)) return [];
  return compareInner(before.input, after.input, compareSignatures(before.signature, after.signature));
}

function createTool(offer: Offer, generation: number): Tool {
  const { agent, entry, operation } = offer;
  const toolId = nameUuid('nact-tool', entry.id, operation.id, String(generation));
  const names = toolNames(agent, operation.name, generation, vendorOf(operation).vendor?.name);
  const { fullName: name } = names;
  const versions: Tool['versions'] = [versionOf(offer, { toolId, name }, 1)];
  return { toolId, agentId: entry.id, operationId: operation.id, name, ...names, listed: true, gone: false, versions };
}

function versionOf(
  { operation, contract }: Offer,
  { toolId, name }: Pick<Tool, 'toolId' | 'name'>,
  version: number,
): ToolVersion {
  return {
    signature: signatureOf(contract, { toolId, name, version, currentVersion: version }),
    contract,
    input: operation.input,
    output: operation.output,
    operationVersion: operation.version,
    ...vendorOf(operation),
  };
}

/** False for another version of the provider, even if its contract is the same: it may behave differently. */
function isSameVersion(before: VendorTool | undefined, after: VendorTool | undefined): boolean {
  return before?.version === after?.version && before?.name === after?.name;
}

/** The provider's own tool. The signature was validated on import; only its name is needed here. */
export function vendorOf({ binding, extra, name }: Operation): { vendor?: VendorTool } {
  if (binding.kind !== 'nact') return {};
  const { root, toolId, version = 1 } = binding;
  const own = Object.hasOwn(extra, signatureMember) ? extra[signatureMember] : undefined;
  const said = isJsonObject(own) && typeof own.name === 'string' ? own.name : name;
  return { vendor: { root, toolId, name: said, version } };
}
