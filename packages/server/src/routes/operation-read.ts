/** `GET /agents/{id}/operations/{operation}`: one operation with its inputs on the wire, in every protocol. */
import type { Projection, ProjectionInput, ProjectionTarget, StoredEntry } from '@dragoman/core/engine';
import { explainImpact, listWireInputs, projectionTargets, readEntry } from '@dragoman/core/engine';
import type { ToolCache } from '@dragoman/core/faces';
import { currentVersion, servedSignature } from '@dragoman/core/faces';
import type { HttpReply, Route, RouteContext } from '@dragoman/core/http';
import {
  invalidParameters,
  jsonReply,
  negotiate,
  pickFields,
  readFields,
  splitValues,
  writeOperationSummary,
} from '@dragoman/core/http';
import type { Entry, JsonObject, Operation } from '@dragoman/model';
import { findNamed } from './find-named.js';
import { describeOperationRead, operationReadMembers } from './operation-read-description.js';
import { personal } from './toolset-ports.js';

type EntryReadPorts = Parameters<typeof readEntry>[0];

/** Dependencies of the route. */
export interface OperationReadPorts extends EntryReadPorts {
  /** Base URL of this server. */
  origin: string;
  toolCache: Pick<ToolCache, 'toolsOf'>;
  projectOperation: (input: ProjectionInput) => Promise<Projection[]>;
}

/** Maximum number of examples shown. */
const maxExamples = 5;

/** Creates the route. */
export function createOperationReadRoute(ports: OperationReadPorts): Route {
  return {
    method: 'GET',
    path: '/agents/{id}/operations/{operation}',
    budget: 'read',
    access: 'public',
    describe: describeOperationRead,
    handle: (context) => read(ports, context),
  };
}

async function read(ports: OperationReadPorts, { params, caller, url, request }: RouteContext): Promise<HttpReply> {
  negotiate(request, ['application/json']);
  const fields = readFields(url, operationReadMembers);
  const targets = readTargets(url);
  const stored = await readEntry(ports, params.id ?? '', caller);
  const { entry } = stored;
  const operation = findNamed(entry, params.operation ?? '');
  const wantsProjections = fields === undefined || fields.includes('projections');
  const projections = wantsProjections ? await project(ports, { stored, operation, targets }) : [];
  const body: JsonObject = {
    ...describeOperation(entry, operation),
    projections: projections.map(({ as, definition, tokens, changes }) => ({
      as,
      tokens,
      changes: changes.map((change) => ({ ...change })),
      ...(definition === undefined ? {} : { definition }),
    })),
  };
  return jsonReply(pickFields(body, fields), { headers: personal });
}

interface Projecting {
  stored: StoredEntry;
  operation: Operation;
  targets: readonly ProjectionTarget[];
}

async function project(ports: OperationReadPorts, { stored, operation, targets }: Projecting): Promise<Projection[]> {
  const { entry } = stored;
  const tool = targets.includes('nact') ? await findTool(ports, stored, operation) : undefined;
  // Schemas of the other operations are not needed, and may be large.
  const operations = entry.operations.map((other) =>
    other === operation ? other : { ...other, input: true, output: true, examples: [] },
  );
  return ports.projectOperation({ origin: ports.origin, entry: { ...entry, operations }, operation, tool, targets });
}

async function findTool(
  { toolCache }: OperationReadPorts,
  stored: StoredEntry,
  { id }: Operation,
): Promise<ProjectionInput['tool']> {
  const { tools } = await toolCache.toolsOf(stored);
  const tool = tools.find((each) => each.listed && each.operationId === id);
  if (tool === undefined) return undefined;
  const version = currentVersion(tool);
  return { signature: servedSignature(tool, version), inputs: version.contract.inputs };
}

function describeOperation(entry: Entry, operation: Operation): JsonObject {
  const { description, input, output, errors, examples } = operation;
  return {
    ...writeOperationSummary(entry, operation),
    ...(description === undefined ? {} : { description }),
    impact_reason: explainImpact(operation),
    inputs: listWireInputs(operation).map(({ wireName, ...each }) => ({
      ...each,
      ...(wireName === undefined ? {} : { wire_name: wireName }),
    })),
    wire: writeWire(operation),
    input_schema: input,
    output_schema: output,
    errors: errors.map((error) => ({ ...error })),
    examples: examples.slice(0, maxExamples).map((example) => ({ ...example }) as unknown as JsonObject),
  };
}

/** The request line, where the protocol has one. */
function writeWire({ binding }: Operation): JsonObject {
  switch (binding.kind) {
    case 'http':
      return { protocol: 'http', method: binding.method.toUpperCase(), url: binding.urlTemplate };
    case 'aidip':
      return { protocol: 'aidip', method: 'POST', url: binding.endpoint };
    case 'mcp':
      return { protocol: 'mcp', method: 'tools/call', url: binding.server, name: binding.tool };
    case 'nact':
      return { protocol: 'nact', method: 'POST', url: binding.root, name: binding.toolId };
    case 'agis':
      return { protocol: 'agis', method: binding.method ?? 'POST', url: binding.base };
    case 'a2a':
      return { protocol: 'a2a', method: 'SendMessage', url: binding.agent, name: binding.skill };
    default:
      return { protocol: binding.kind, name: binding.name };
  }
}

function readTargets(url: URL): ProjectionTarget[] {
  const given = splitValues(url.searchParams.getAll('as')).filter((value) => value !== '');
  const unknown = given.filter((value) => !projectionTargets.some((target) => target === value));
  if (unknown.length > 0) {
    const detail = `must be one of ${projectionTargets.join(', ')}`;
    throw invalidParameters([{ field: 'as', code: 'request/value', detail }]);
  }
  return given.length === 0 ? [...projectionTargets] : projectionTargets.filter((target) => given.includes(target));
}
