/**
 * Resolves the designer's choices to signatures. Pinned: the stored one, else read once. Fresh: one request per tool
 * chosen by id, one list walk per source with tools chosen by name; a stored signature is the fallback for an
 * unreachable server.
 */
import type { ToolSignature } from '@dragoman/model';
import { checkSignature, isUuid } from '@dragoman/model';
import { clientError, isDragomanError } from '../dragoman-error.js';
import type { ResolvedTool } from './bound-tool.js';
import type { EventSink } from './executor-event.js';
import type { ChosenTool } from './executor-options.js';
import { inBatches } from './in-batches.js';
import type { ToolRoot } from './tool-root.js';

/** Dependencies. */
export interface ResolvePorts {
  roots: ReadonlyMap<string, ToolRoot>;
  mode: 'pinned' | 'fresh';
  emit: EventSink;
}

/** The signature of every chosen tool, in order. */
export async function resolveTools(chosen: readonly ChosenTool[], ports: ResolvePorts): Promise<ResolvedTool[]> {
  const wanted = new Set(chosen.map(({ tool }) => tool));
  const byName = createNameIndex(wanted, ports.emit);
  return inBatches(chosen, (tool) => resolve(tool, ports, byName));
}

async function resolve(chosen: ChosenTool, ports: ResolvePorts, byName: NameIndex): Promise<ResolvedTool> {
  const root = rootOf(chosen, ports.roots);
  const stored = chosen.signature === undefined ? undefined : checkStored(chosen, chosen.signature);
  if (ports.mode === 'pinned') {
    return { chosen, root, signature: stored ?? (await readPinned(chosen, root, byName)) };
  }
  try {
    return { chosen, root, signature: await readFresh(chosen, root, byName) };
  } catch (error) {
    if (stored === undefined || !isDragomanError(error)) throw error;
    const { toolId, name, version } = stored;
    const tool = { alias: chosen.alias ?? name, name, source: root.label, toolId, version };
    ports.emit({ type: 'unchecked', tool, reason: root.hide(error.message) });
    return { chosen, root, signature: stored };
  }
}

async function readPinned({ tool, version }: ChosenTool, root: ToolRoot, byName: NameIndex): Promise<ToolSignature> {
  if (isUuid(tool)) return version === undefined ? root.read(tool) : root.readVersion(tool, version);
  const current = await byName(root, tool);
  return version === undefined || version === current.version ? current : root.readVersion(current.toolId, version);
}

function readFresh({ tool, signature }: ChosenTool, root: ToolRoot, byName: NameIndex): Promise<ToolSignature> {
  if (signature !== undefined) return root.read(signature.toolId);
  return isUuid(tool) ? root.read(tool) : byName(root, tool);
}

function checkStored({ tool, version }: ChosenTool, signature: ToolSignature): ToolSignature {
  const { value, diagnostics } = checkSignature(signature, { mode: 'read' });
  if (value === undefined) {
    throw clientError('INVALID_ARGUMENT', {
      message: `The stored signature of ${tool} is invalid: ${diagnostics[0]?.message ?? ''}`,
    });
  }
  const same = tool === value.name || tool.toLowerCase() === value.toolId.toLowerCase();
  if (same && (version === undefined || version === value.version)) return value;
  throw clientError('INVALID_ARGUMENT', {
    message: `The stored signature is for version ${value.version} of ${value.name}, which is not what was chosen.`,
  });
}

function rootOf({ source, tool }: ChosenTool, roots: ReadonlyMap<string, ToolRoot>): ToolRoot {
  const [only] = roots.values();
  const root = source === undefined && roots.size === 1 ? only : roots.get(source ?? '');
  if (root !== undefined) return root;
  throw clientError('INVALID_ARGUMENT', { message: `The tool ${tool} has no source, or an unknown one.` });
}

/** Finds a tool of a root by its name. */
type NameIndex = (root: ToolRoot, name: string) => Promise<ToolSignature>;

/** Walks the list of each root at most once, and keeps only the chosen tools. */
function createNameIndex(wanted: ReadonlySet<string>, emit: EventSink): NameIndex {
  const walks = new Map<ToolRoot, Promise<Map<string, ToolSignature[]>>>();
  return async (root, name) => {
    const walk = walks.get(root) ?? indexRoot(root, wanted, emit);
    walks.set(root, walk);
    const [found, other] = (await walk).get(name) ?? [];
    if (found === undefined) {
      throw clientError('INVALID_ARGUMENT', { message: `${root.label} lists no tool named ${name.slice(0, 255)}.` });
    }
    if (other === undefined) return found;
    throw clientError('INVALID_RESPONSE', {
      message: `${root.label} lists several tools named ${name.slice(0, 255)}; choose one by its id.`,
    });
  };
}

async function indexRoot(
  root: ToolRoot,
  wanted: ReadonlySet<string>,
  emit: EventSink,
): Promise<Map<string, ToolSignature[]>> {
  const index = new Map<string, ToolSignature[]>();
  for await (const tool of root.list()) {
    if (!wanted.has(tool.name)) continue;
    const same = index.get(tool.name) ?? [];
    if (same.every(({ toolId }) => toolId !== tool.toolId)) index.set(tool.name, [...same, tool]);
  }
  for (const [name, tools] of index) {
    if (tools.length < 2) continue;
    emit({ type: 'equal-names', source: root.label, name, toolIds: tools.map(({ toolId }) => toolId) });
  }
  return index;
}
