/** Server identity and capabilities: `server/discover` of the stateless revision, `initialize` of the others. */
import type { JsonObject } from '@dragoman/model';
import { memberOf, sessionVersions, spokenVersions, tasksExtension } from '../wire.js';
import type { McpPorts } from './ports.js';
import type { McpList, McpRoot, RootTools } from './root.js';
import type { RootContent } from './root-content.js';
import { explainList } from './tool-subset.js';

/** Name and version, the same in every response. */
export function serverName({ version }: Pick<McpPorts, 'version'>, { prefix }: Pick<McpRoot, 'prefix'>): JsonObject {
  return { name: prefix === '' ? 'dragoman' : `dragoman${prefix.replace('/{id}', '').replaceAll('/', '-')}`, version };
}

function capabilitiesOf({ changes }: McpRoot, content: RootContent | undefined): JsonObject {
  const listed = (list: McpList) => (changes.includes(list) ? { listChanged: true } : {});
  if (content === undefined) return { tools: listed('tools') };
  const { prompts, resources, subscribes, completes, logs } = content.features;
  return {
    tools: listed('tools'),
    ...(prompts ? { prompts: listed('prompts') } : {}),
    ...(resources ? { resources: { ...listed('resources'), ...(subscribes ? { subscribe: true } : {}) } } : {}),
    ...(completes ? { completions: {} } : {}),
    ...(logs ? { logging: {} } : {}),
  };
}

/** What the server offers to a caller. */
export interface Offered {
  tools: RootTools;
  content: RootContent | undefined;
  /** True when the caller can have tasks. */
  hasTasks: boolean;
}

/** Declared only where a tool supports tasks. */
function sessionTasks({ tools, hasTasks }: Offered): JsonObject {
  const offers = hasTasks && tools.tools.some(({ listed }) => listed.execution !== undefined);
  return offers ? { tasks: { list: {}, cancel: {}, requests: { tools: { call: {} } } } } : {};
}

/** The result of `server/discover`. */
export function discover(root: McpRoot, offered: Offered): JsonObject {
  const note = explainList(offered.tools);
  return {
    supportedVersions: [...spokenVersions],
    capabilities: {
      ...capabilitiesOf(root, offered.content),
      ...(offered.hasTasks ? { extensions: { [tasksExtension]: {} } } : {}),
    },
    instructions: instruct(root, offered),
    ...(note === undefined && root.content === undefined
      ? { ttlMs: 3_600_000, cacheScope: 'public' }
      : { ttlMs: 60_000, cacheScope: 'private' }),
  };
}

interface Initializing {
  ports: McpPorts;
  params: JsonObject;
}

/** The result of `initialize`: the requested version if supported, otherwise the newest with sessions. */
export function initialize(root: McpRoot, offered: Offered, { ports, params }: Initializing): JsonObject {
  const asked = memberOf(params, 'protocolVersion');
  const [newest = ''] = sessionVersions;
  return {
    protocolVersion: typeof asked === 'string' && sessionVersions.includes(asked) ? asked : newest,
    capabilities: { ...capabilitiesOf(root, offered.content), ...sessionTasks(offered) },
    serverInfo: serverName(ports, root),
    instructions: instruct(root, offered),
  };
}

/** Those of this server first; those of the providers are marked as such. */
function instruct({ instructions }: McpRoot, { tools, content }: Offered): string {
  const own = [instructions, explainList(tools)].filter((each) => each !== undefined).join(' ');
  const theirs = (content?.instructions ?? []).map(({ service, text }) =>
    service === undefined
      ? `The provider writes:\n${text}`
      : // Quoted, so that no provider can write in the name of another.
        `The provider of '${service}' writes:\n${text.replaceAll(/^/gm, '> ')}`,
  );
  return [own, ...theirs].join('\n\n');
}
