/**
 * The MCP servers that administrators add at run time. The store keeps their definitions as designs of the kind
 * `mcp-server`, with versions; every worker and every node runs what the store says.
 */
import type { Caller, Design, DesignStore } from '@dragoman/core/engine';
import { deleteDesign, rehearseDesigns, saveDesign } from '@dragoman/core/engine';
import { countProblems, Failure, isFailure } from '@dragoman/model';
import type { AddedChild, Children } from './open-children.js';

/** The definition as it is shown; what runs is sealed elsewhere. */
export interface ServerDefinition {
  command: string;
  args: string[];
  cwd?: string;
  /** Names of its environment variables. */
  env: string[];
  /** Id of the sealed definition. */
  sealed: string;
}

/** What a server runs, with the values of its variables. */
export interface RunnableServer {
  command: string;
  args: string[];
  cwd?: string;
  env: Record<string, string>;
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
  /** When the change began; RFC 3339, UTC. */
  at: string;
}

/** Sealed definitions. */
export interface ServerSeals {
  /** Seals and stores a definition; returns its id. */
  put(server: string, definition: RunnableServer, by: ChangedBy): Promise<string>;
  /** The definition; throws when it is missing or cannot be opened. */
  open(server: string, id: string): Promise<RunnableServer>;
  /** Removes the sealed definitions of a server that are older than the one with this id, or than the change. */
  keepOnly(server: string, id: string | undefined, by: ChangedBy): Promise<void>;
}

/** Dependencies of added servers. */
export interface AddedServerPorts {
  designs: DesignStore;
  seals: ServerSeals;
  children: Pick<Children, 'added' | 'put' | 'drop'>;
  /** Names of the servers in the settings. */
  configured: readonly string[];
  /** Why added servers may not run; undefined when they may. */
  refusal: string | undefined;
  /** Called when definitions could not be read or opened. */
  onError: (error: unknown) => void;
}

/** Which server to change, for whom and under which conditions. */
export interface ServerTargeting {
  name: string;
  caller: Caller;
  context: ChangedBy;
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
  const { designs, seals } = ports;
  let last: Promise<void> = Promise.resolve();
  let timer: NodeJS.Timeout | undefined;
  const sync = (silent = false) => {
    last = last.catch(() => undefined).then(() => runStored(ports, silent));
    return last;
  };
  return {
    read: (name) => readLive(designs, name),
    save: (writing) => save(ports, writing),
    async remove({ name, dryRun, ...targeting }) {
      await deleteDesign(dryRun ? rehearseDesigns(designs) : designs, { ...targeting, kind, id: name });
      if (!dryRun) await seals.keepOnly(name, undefined, targeting.context);
    },
    sync,
    follow() {
      timer ??= setInterval(() => void sync().catch(ports.onError), followEveryMs).unref();
    },
    stop: () => clearInterval(timer),
  };
}

/** What to do about a server that is defined in the settings. */
export const changeSettings = 'Change the settings, and restart the registry.';

async function save(ports: AddedServerPorts, writing: ServerWriting): Promise<WrittenServer> {
  const { designs, seals, configured } = ports;
  const { name, request, dryRun, ...writer } = writing;
  if (configured.includes(name)) {
    const message = `The MCP server '${name}' is defined in the settings (mcp.stdio).`;
    const help = writer.mode === 'create' ? 'Choose another name.' : changeSettings;
    throw new Failure('CONFLICT', { message, help });
  }
  if (writer.mode === 'create' && (await readLive(designs, name)) !== undefined) {
    const message = `There is an MCP server '${name}' already.`;
    const help = `Choose another name, or change it with PUT /servers/${name} ("dragoman servers change ${name}").`;
    throw new Failure('CONFLICT', { message, help });
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
      const opened = stored === undefined ? undefined : await openStored(seals, name, stored.sealed);
      values = valuesOf(request.env, opened?.env ?? {});
      const { command, args, cwd } = request;
      const runnable = { command, args, ...(cwd === undefined ? {} : { cwd }), env: values };
      const isSame = stored !== undefined && opened !== undefined && comparable(opened) === comparable(runnable);
      const sealed = isSame ? stored.sealed : dryRun ? '' : await seals.put(name, runnable, writer.context);
      return { ...runnable, env: Object.keys(values), sealed };
    },
  });
  if (!dryRun) await seals.keepOnly(name, definitionOf(written.design).sealed, writer.context);
  return { ...written, values };
}

async function readLive(designs: DesignStore, name: string): Promise<Design | undefined> {
  const design = await designs.read(kind, name);
  return design?.deletedAt === undefined ? design : undefined;
}

async function requireRoom(designs: DesignStore): Promise<void> {
  if ((await designs.list(kind, undefined, maxServers)).length < maxServers) return;
  throw new Failure('CONFLICT', { message: `There are ${maxServers} added MCP servers already; remove one first.` });
}

/** The sealed definition; undefined when it cannot be opened, since it can still be replaced. */
async function openStored(seals: ServerSeals, name: string, id: string): Promise<RunnableServer | undefined> {
  try {
    return await seals.open(name, id);
  } catch (error) {
    if (isFailure(error)) throw error;
    return undefined;
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

/** Equal for equal definitions, whatever the order of their variables. */
function comparable({ command, args, cwd, env }: RunnableServer): string {
  return JSON.stringify([command, args, cwd, Object.entries(env).sort(([one], [two]) => (one < two ? -1 : 1))]);
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
  const { sealed, ...shown } = definitionOf(design);
  const child = { ...shown, name, version, env: {} };
  if (ports.refusal !== undefined) return { ...child, refusal: ports.refusal };
  try {
    const opened = await ports.seals.open(name, sealed);
    if (isShown(opened, shown)) return { ...child, env: opened.env };
    throw new Error(`the definition of the MCP server ${name} is not the one that was sealed`);
  } catch (error) {
    if (isFailure(error)) throw error;
    ports.onError(error);
    return {
      ...child,
      refusal: 'Its definition cannot be opened with the sealing keys, or was changed; set it again.',
    };
  }
}

/** True when people see what would run. */
function isShown({ env, ...opened }: RunnableServer, shown: Omit<ServerDefinition, 'sealed'>): boolean {
  const names = Object.fromEntries(shown.env.map((name) => [name, '']));
  const values = Object.fromEntries(Object.keys(env).map((name) => [name, '']));
  return comparable({ ...opened, env: values }) === comparable({ ...shown, env: names });
}
