/** Server identity and capabilities: `server/discover` of the stateless revision, `initialize` of the others. */
import type { JsonObject } from '@dragoman/model';
import { memberOf, sessionVersions, spokenVersions } from '../wire.js';
import type { McpPorts } from './ports.js';
import type { McpRoot, RootTools } from './root.js';
import { explainList } from './tool-subset.js';

/** Name and version, the same in every response. */
export function serverName({ version }: Pick<McpPorts, 'version'>, { prefix }: Pick<McpRoot, 'prefix'>): JsonObject {
  return { name: prefix === '' ? 'dragoman' : `dragoman${prefix.replace('/{id}', '').replaceAll('/', '-')}`, version };
}

function capabilitiesOf({ changes }: McpRoot): JsonObject {
  return { tools: changes ? { listChanged: true } : {} };
}

/** The result of `server/discover`. */
export function discover(root: McpRoot, tools: RootTools): JsonObject {
  const note = explainList(tools);
  return {
    supportedVersions: [...spokenVersions],
    capabilities: capabilitiesOf(root),
    instructions: instruct(root, note),
    ...(note === undefined ? { ttlMs: 3_600_000, cacheScope: 'public' } : { ttlMs: 60_000, cacheScope: 'private' }),
  };
}

interface Initializing {
  ports: McpPorts;
  params: JsonObject;
}

/** The result of `initialize`: the requested version if supported, otherwise the newest with sessions. */
export function initialize(root: McpRoot, tools: RootTools, { ports, params }: Initializing): JsonObject {
  const asked = memberOf(params, 'protocolVersion');
  const [newest = ''] = sessionVersions;
  return {
    protocolVersion: typeof asked === 'string' && sessionVersions.includes(asked) ? asked : newest,
    capabilities: capabilitiesOf(root),
    serverInfo: serverName(ports, root),
    instructions: instruct(root, explainList(tools)),
  };
}

function instruct({ instructions }: McpRoot, note: string | undefined): string {
  return note === undefined ? instructions : `${instructions} ${note}`;
}
