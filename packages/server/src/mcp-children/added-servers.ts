/**
 * The MCP servers that administrators add at run time. The store keeps their definitions as designs of the kind
 * `mcp-server`, with versions; every worker and every node runs what the store says.
 */
import type { Caller, Design, DesignStore } from '@dragoman/core/engine';
import { deleteDesign, rehearseDesigns, saveDesign } from '@dragoman/core/engine';
import type { JsonObject } from '@dragoman/model';
import { countProblems, Failure, isFailure } from '@dragoman/model';
import type { AddedChild, Children } from './open-children.js';

/** The definition as it is stored; values of variables are sealed elsewhere. */
export interface ServerDefinition {
  command: string;
  args: string[];
  cwd?: string;
  /** Names of its environment variables. */
  env: string[];
  /** Id of the sealed values; absent without variables. */
  sealed?: string;
}

/** A definition to write; null keeps the stored value of a variable. */
export interface ServerRequest {
  command: string;
  args: string[];
  cwd?: string;
  env: Readonly<Record<string, string | null>>;
}

/** The caller of a change, for its audit records. */
export interface ChangedBy {
  actor: string;
  traceId: string;
}

/** Sealed values of environment variables. */
export interface ServerEnvironments {
  /** Seals and stores values; returns their id. */
  put(server: string, values: Readonly<Record<string, string>>, by: ChangedBy): Promise<string>;
  /** The values; throws when they are missing or cannot be opened. */
  open(server: string, id: string): Promise<Record<string, string>>;
  /** Removes all values of a server but those with this id. */
  keepOnly(server: string, id: string | undefined, by: ChangedBy): Promise<void>;
}

/** Dependencies of added servers. */
export interface AddedServerPorts {
  designs: DesignStore;
  environments: ServerEnvironments;
  children: Pick<Children, 'added' | 'put' | 'drop'>;
  /** Names of the servers in the settings. */
  configured: readonly string[];
  /** Why added servers may not run; undefined when they may. */
  refusal: string | undefined;
  /** Called when the definitions or an environment could not be read. */
  onError: (error: unknown) => void;
}

/** Which server to change, for whom and under which conditions. */
export interface ServerTargeting {
  name: string;
  caller: Caller;
  context: { actor: string; traceId: string; at: string };
  precondition?: (current: Design | undefined) => boolean;
  dryRun: boolean;
}

/** A server to write. */
export interface ServerWriting extends ServerTargeting {
  /** `create` rejects a name that is taken, `replace` one that is unknown. */
  mode: 'create' | 'replace';
  request: ServerRequest;
}

/** A written server, with the values of its variables for a preview. */
export interface WrittenServer {
  design: Design;
  outcome: 'created' | 'updated' | 'unchanged';
  values: Readonly<Record<string, string>>;
}

/** The added servers of this process. */
export interface AddedServers {
  /** The definition of a server; undefined when it was not added. */
  read(name: string): Promise<Design | undefined>;
  /** Writes a definition; the servers run it after `sync`. */
  save(writing: ServerWriting): Promise<WrittenServer>;
  /** Removes a definition; the server ends with `sync`. */
  remove(targeting: ServerTargeting): Promise<void>;
  /** Runs what the store says; `silent` reports no changes. */
  sync(silent?: boolean): Promise<void>;
  /** Follows changes of other processes until `stop`. */
  follow(): void;
  stop(): void;
}

const kind = 'mcp-server';

/** Maximum number of added servers, as in the settings. */
const maxServers = 100;

/** Milliseconds between two looks at the store, for changes of other processes. */
const followEveryMs = 5000;

/** The definition of a design; only definitions made here are stored. */
export function definitionOf({ document }: Design): ServerDefinition {
  return document as unknown as ServerDefinition;
}

/** Creates the added servers; nothing runs before `sync`. */
export function createAddedServers(ports: AddedServerPorts): AddedServers {
  const { designs, environments } = ports;
  let last: Promise<void> = Promise.resolve();
  let timer: NodeJS.Timeout | undefined;
  const sync = (silent = false) => {
    last = last.catch(() => undefined).then(() => runStored(ports, silent));
    return last;
  };
  return {
    async read(name) {
      const design = await designs.read(kind, name);
      return design?.deletedAt === undefined ? design : undefined;
    },
    save: (writing) => save(ports, writing),
    async remove({ name, dryRun, ...targeting }) {
      await deleteDesign(dryRun ? rehearseDesigns(designs) : designs, { ...targeting, kind, id: name });
      if (!dryRun) await environments.keepOnly(name, undefined, targeting.context);
    },
    sync,
    follow() {
      timer ??= setInterval(() => void sync().catch(ports.onError), followEveryMs).unref();
    },
    stop: () => clearInterval(timer),
  };
}

async function save(ports: AddedServerPorts, writing: ServerWriting): Promise<WrittenServer> {
  const { designs, environments, configured } = ports;
  const { name, request, dryRun, ...writer } = writing;
  if (configured.includes(name)) {
    const message = `The MCP server '${name}' is defined in the settings (mcp.stdio); choose another name.`;
    throw new Failure('CONFLICT', { message });
  }
  let values: Record<string, string> = {};
  const written = await saveDesign(dryRun ? rehearseDesigns(designs) : designs, {
    ...writer,
    kind,
    id: name,
    header: () => ({ name }),
    // Arguments may contain secrets, so only the command is recorded.
    detail: JSON.stringify({ command: request.command }),
    async compose(before) {
      if (before === undefined) await requireRoom(designs);
      const stored = before === undefined ? undefined : definitionOf(before);
      const opened = await openStored(environments, name, stored?.sealed);
      values = valuesOf(request.env, opened);
      const isSame = JSON.stringify(sorted(values)) === JSON.stringify(sorted(opened));
      const keep = isSame || dryRun ? stored?.sealed : undefined;
      const isNew = keep === undefined && !dryRun && Object.keys(values).length > 0;
      const sealed = isNew ? await environments.put(name, values, writer.context) : keep;
      return definitionJson(request, Object.keys(values), sealed);
    },
  });
  if (!dryRun) await environments.keepOnly(name, definitionOf(written.design).sealed, writer.context);
  return { ...written, values };
}

async function requireRoom(designs: DesignStore): Promise<void> {
  if ((await designs.list(kind, undefined, maxServers)).length < maxServers) return;
  throw new Failure('CONFLICT', { message: `There are ${maxServers} added MCP servers already; remove one first.` });
}

/** The stored values; those that cannot be opened can still be replaced. */
async function openStored(
  environments: ServerEnvironments,
  name: string,
  id: string | undefined,
): Promise<Record<string, string>> {
  if (id === undefined) return {};
  try {
    return await environments.open(name, id);
  } catch (error) {
    if (isFailure(error)) throw error;
    return {};
  }
}

function valuesOf(given: ServerRequest['env'], stored: Readonly<Record<string, string>>): Record<string, string> {
  const keep = (name: string) => (Object.hasOwn(stored, name) ? stored[name] : undefined);
  const entries = Object.entries(given).map(([name, value]) => [name, value ?? keep(name)] as const);
  const missing = entries.filter(([, value]) => value === undefined);
  if (missing.length > 0) {
    throw new Failure('INVALID_INPUT', {
      message: `The request has ${countProblems(missing.length)}.`,
      fieldErrors: missing.map(([name]) => ({
        field: `env.${name}`,
        pointer: `/env/${name}`,
        code: 'request/value',
        detail: 'must be a string: there is no stored value to keep',
      })),
    });
  }
  return Object.fromEntries(entries) as Record<string, string>;
}

function sorted(values: Readonly<Record<string, string>>): [string, string][] {
  return Object.entries(values).sort(([one], [two]) => (one < two ? -1 : 1));
}

function definitionJson({ command, args, cwd }: ServerRequest, env: string[], sealed: string | undefined): JsonObject {
  const optional = { ...(cwd === undefined ? {} : { cwd }), ...(sealed === undefined ? {} : { sealed }) };
  return { command, args, ...optional, env };
}

/** Starts to supervise new and changed servers, and ends removed ones. */
async function runStored(ports: AddedServerPorts, silent: boolean): Promise<void> {
  const { designs, children } = ports;
  const live = await designs.list(kind, undefined, maxServers);
  const stored = new Set(live.map(({ id }) => id));
  const known = children.added();
  for (const name of known.keys()) if (!stored.has(name)) await children.drop(name);
  for (const design of live) {
    if (known.get(design.id) !== design.version) await children.put(await toChild(ports, design), silent);
  }
}

async function toChild(ports: AddedServerPorts, design: Design): Promise<AddedChild> {
  const { id: name, version } = design;
  const { command, args, cwd, sealed } = definitionOf(design);
  const child = { name, command, args, version, env: {}, ...(cwd === undefined ? {} : { cwd }) };
  if (ports.refusal !== undefined) return { ...child, refusal: ports.refusal };
  if (sealed === undefined) return child;
  try {
    return { ...child, env: await ports.environments.open(name, sealed) };
  } catch (error) {
    if (isFailure(error)) throw error;
    ports.onError(error);
    return { ...child, refusal: 'Its environment variables cannot be opened with the sealing keys; set them again.' };
  }
}
