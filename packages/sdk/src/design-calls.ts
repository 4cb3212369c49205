/** Operating procedures and teams of sub-agents: stored, checked and exported by the registry. */
import { walkPages } from './pages.js';
import { listOf } from './read-hits.js';
import { type NeededMembers, objectWith } from './read-object.js';
import type { CallOptions, Incoming, Outgoing, Transport } from './transport.js';

/** A finding about a design, based on the current state of everything it references. */
export interface DesignFinding {
  code: string;
  severity: 'error' | 'warning' | 'info';
  message: string;
  help: string;
  /** JSON pointer to the member. */
  pointer: string;
  line?: number;
  column?: number;
  end_line?: number;
  end_column?: number;
}

/** Members that every design has. */
export interface DesignHeader {
  id: string;
  name: string;
  owner: string;
  visibility: 'public' | 'private';
  version: number;
  created_at: string;
  updated_at: string;
}

/** The findings. */
export interface DesignAssessment {
  /** True when no finding is an error. */
  ok: boolean;
  findings: DesignFinding[];
}

/** An operating procedure in a list. */
export interface ProcedureSummary extends DesignHeader {
  description: string;
  toolset: string;
  state: 'draft' | 'ready';
}

/** An operating procedure with its findings. */
export interface ProcedureView extends ProcedureSummary, DesignAssessment {
  text: string;
  mentioned: string[];
  grants?: string[];
}

/** A step of a procedure. */
export interface ProcedureStep {
  line: number;
  text: string;
  /** 1 for an outermost step. */
  depth: number;
  /** True when the author numbered it: then its order counts. */
  numbered: boolean;
  branch: 'if' | 'else' | 'plain';
  /** Names of tools that it calls. */
  calls: string[];
  /** Values of earlier calls that it uses. */
  uses: { tool: string; outputs: string[] }[];
}

/** What the registry says about a text. */
export interface ProcedureCheck extends DesignAssessment {
  mentioned: string[];
  /** Every mention of a tool of the toolset, in the order of the text. */
  mentions: { tool: string; line: number }[];
  steps: ProcedureStep[];
}

/** A stored version of a design. */
export interface DesignVersion {
  version: number;
  action: 'create' | 'update' | 'delete';
  actor: string;
  at: string;
}

/** A difference between two versions of a design; `line` and `text` of a line that was added or removed. */
export interface DesignChangeRow {
  kind: string;
  member: string;
  message: string;
  line?: number;
  text?: string;
}

/** A procedure to store. */
export interface ProcedureRequest {
  name: string;
  description: string;
  text: string;
  state?: 'draft' | 'ready';
  visibility?: 'public' | 'private';
  grants?: string[];
}

/** A team member to store. */
export interface TeamMemberRequest {
  name: string;
  when: string;
  toolsets?: string[];
  procedures?: string[];
  hands_over_to?: string[];
}

/** A team to store. */
export interface TeamRequest {
  name: string;
  description?: string;
  entry: string;
  most_tools?: number;
  members: TeamMemberRequest[];
  visibility?: 'public' | 'private';
  grants?: string[];
}

/** A team in a list. */
export interface TeamSummary extends DesignHeader {
  description: string;
  entry: string;
  member_count: number;
}

/** A team with its findings. */
export interface TeamView extends DesignHeader, DesignAssessment {
  description: string;
  entry: string;
  most_tools: number;
  members: Required<TeamMemberRequest>[];
  grants?: string[];
}

/** The files of an Agent Skill; paths use slashes and start with the folder, which is named after the skill. */
export interface SkillFiles {
  name: string;
  files: { path: string; text: string }[];
}

/** Preconditions of a change. */
export interface DesignChange extends CallOptions {
  /** Expected version; rejected with `PRECONDITION_FAILED` when there is a newer one. */
  ifVersion?: number;
}

/** Calls for procedures. */
export interface ProcedureCalls {
  /** Every procedure that is visible to the caller, or those of one toolset. */
  list(options?: CallOptions & { toolset?: string }): AsyncGenerator<ProcedureSummary, void>;
  read(id: string, options?: CallOptions): Promise<ProcedureView>;
  /** Checks a text against a toolset without storing it. */
  check(toolset: string, text: string, options?: CallOptions): Promise<ProcedureCheck>;
  create(toolset: string, request: ProcedureRequest & { id?: string }, options?: CallOptions): Promise<ProcedureView>;
  /** Replaces a procedure; `toolset` attaches it to another one. */
  replace(id: string, request: ProcedureRequest & { toolset?: string }, options?: DesignChange): Promise<ProcedureView>;
  remove(id: string, options?: DesignChange): Promise<void>;
  /** Stored versions, newest first; for its designers. */
  versions(id: string, options?: CallOptions): AsyncGenerator<DesignVersion, void>;
  /** The procedure as it was in a version. */
  readVersion(id: string, version: number, options?: CallOptions): Promise<ProcedureSummary & { text: string }>;
  /** What changed between two versions; the current one and the one before by default. */
  diff(id: string, options?: CallOptions & { from?: number; to?: number }): Promise<DesignChangeRow[]>;
  /** The procedure with its toolset, for a runtime. */
  export(id: string, options?: CallOptions): Promise<Readonly<Record<string, unknown>>>;
  /** The procedure as an Agent Skill; rejected with `CONFLICT` while it has errors. */
  exportSkill(id: string, options?: CallOptions): Promise<SkillFiles>;
}

/** Calls for teams. */
export interface TeamCalls {
  list(options?: CallOptions): AsyncGenerator<TeamSummary, void>;
  read(id: string, options?: CallOptions): Promise<TeamView>;
  /** Checks a team without storing it. */
  check(request: TeamRequest, options?: CallOptions): Promise<DesignAssessment>;
  create(request: TeamRequest & { id?: string }, options?: CallOptions): Promise<TeamView>;
  replace(id: string, request: TeamRequest, options?: DesignChange): Promise<TeamView>;
  remove(id: string, options?: DesignChange): Promise<void>;
  /** The team for a runtime: the input of the executor's `createTeam`. */
  export(id: string, options?: CallOptions): Promise<Readonly<Record<string, unknown>>>;
}

/** Creates the procedure calls over a transport. */
export function createProcedureCalls(transport: Transport): ProcedureCalls {
  const calls = createDesignCalls<ProcedureView>(transport, 'procedures', {
    id: 'string',
    text: 'string',
    findings: 'list',
  });
  const { remove, export: exportDesign } = calls;
  return {
    remove,
    export: exportDesign,
    list: ({ toolset, ...options } = {}) =>
      calls.walk<ProcedureSummary>(
        toolset === undefined ? ['procedures'] : ['toolsets', toolset, 'procedures'],
        options,
      ),
    read: (id, options = {}) => calls.read(id, options),
    check: (toolset, text, options = {}) =>
      calls.judge<ProcedureCheck>(['toolsets', toolset, 'procedures', 'check'], { text }, options),
    create: (toolset, body, options = {}) => calls.post(['toolsets', toolset, 'procedures'], body, options),
    replace: (id, body, options = {}) => calls.put(id, body, options),
    versions: (id, options = {}) => calls.walk<DesignVersion>(['procedures', id, 'versions'], options, 'versions'),
    async readVersion(id, version, options = {}) {
      type Kept = { procedure: ProcedureSummary & { text: string } };
      return (await calls.fetch<Kept>(['procedures', id, 'versions', String(version)], options)).procedure;
    },
    async diff(id, { from, to, ...options } = {}) {
      const query = new URLSearchParams();
      if (from !== undefined) query.set('from', String(from));
      if (to !== undefined) query.set('to', String(to));
      return (await calls.fetch<{ changes: DesignChangeRow[] }>(['procedures', id, 'diff'], options, query)).changes;
    },
    exportSkill: (id, options = {}) =>
      calls.fetch<SkillFiles>(['procedures', id, 'export'], options, new URLSearchParams({ format: 'skill' })),
  };
}

/** Creates the team calls over a transport. */
export function createTeamCalls(transport: Transport): TeamCalls {
  const calls = createDesignCalls<TeamView>(transport, 'teams', { id: 'string', members: 'list', findings: 'list' });
  const { remove, export: exportDesign } = calls;
  return {
    remove,
    export: exportDesign,
    list: (options = {}) => calls.walk<TeamSummary>(['teams'], options),
    read: (id, options = {}) => calls.read(id, options),
    check: (body, options = {}) => calls.judge<DesignAssessment>(['teams', 'check'], body, options),
    create: (body, options = {}) => calls.post(['teams'], body, options),
    replace: (id, body, options = {}) => calls.put(id, body, options),
  };
}

function createDesignCalls<View>(transport: Transport, plural: 'procedures' | 'teams', view: NeededMembers) {
  const send = async <T>(outgoing: Outgoing, needed: NeededMembers = {}): Promise<T> =>
    objectWith<T>(await transport.send(outgoing), plural.slice(0, -1), needed);
  const fetch = <T>(to: readonly string[], options: CallOptions, query?: URLSearchParams) =>
    send<T>({ ...options, method: 'GET', to, repeatable: true, ...(query === undefined ? {} : { query }) });
  const change = ({ ifVersion, ...options }: DesignChange) => ({
    ...options,
    ...(ifVersion === undefined ? {} : { headers: { 'If-Match': `"d${ifVersion}"` } }),
    repeatable: true,
  });
  return {
    fetch,
    read: (id: string, options: CallOptions) =>
      send<View>({ ...options, method: 'GET', to: [plural, id], repeatable: true }, view),
    judge: <T>(to: readonly string[], body: object, options: CallOptions) =>
      send<T>({ ...options, method: 'POST', to, body, repeatable: true }, { findings: 'list' }),
    /** Sent with an idempotency key, so that a retry does not create a second one. */
    post: (to: readonly string[], body: object, options: CallOptions) => {
      const headers = { 'Idempotency-Key': transport.newId() };
      return send<View>({ ...options, method: 'POST', to, body, headers, repeatable: true }, view);
    },
    put: (id: string, body: object, options: DesignChange) =>
      send<View>({ ...change(options), method: 'PUT', to: [plural, id], body }, view),
    walk: <Item>(to: readonly string[], options: CallOptions, member: string = plural) => {
      const request = () =>
        ({ ...options, method: 'GET', to, query: new URLSearchParams({ top: '200' }), repeatable: true }) as const;
      const read = ({ body, status }: Incoming) => ({ items: listOf(body, status, [member]) as Item[] });
      return walkPages(transport, request, read);
    },
    async remove(id: string, options: DesignChange = {}): Promise<void> {
      await transport.send({ ...change(options), method: 'DELETE', to: [plural, id] });
    },
    export: (id: string, options: CallOptions = {}) =>
      fetch<Readonly<Record<string, unknown>>>([plural, id, 'export'], options),
  };
}
