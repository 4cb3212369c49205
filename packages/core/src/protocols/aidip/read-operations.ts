/** Reads the operations of an agent, listed (-01 §3.2) or implied by top-level inputs and outputs (-01 §3.2, -00 §4). */

import { childPointer } from '@dragoman/documents';
import type { JsonObject, Operation } from '@dragoman/model';
import { isJsonObject } from '@dragoman/model';
import { toSnakeCase } from '../../documents/identifier.js';
import type { Place } from './findings.js';
import { member, without } from './findings.js';
import type { Conduct } from './read-conduct.js';
import { readConduct } from './read-conduct.js';
import type { OwnAddress } from './read-endpoint.js';
import { readEndpoint } from './read-endpoint.js';
import type { ExampleBudget } from './read-examples.js';
import { readExamples, tryExamples } from './read-examples.js';
import { readText } from './read-fields.js';
import type { ReadSchema } from './read-schema.js';
import { findSchema, readSchema } from './read-schema.js';
import { documentLimits } from './wire.js';

/** What the operations need from their agent. */
export interface AgentFacts {
  own: OwnAddress;
  endpoint: string;
  description: string;
  /** Derives the stable id of an operation from its name on the wire; the implied one has none. */
  operationId(name: string | undefined): string;
}

/** The operations, and which top-level members they were read from. */
export interface ReadOperations {
  operations: Operation[];
  used: string[];
}

/** Maximum number of schema values that are compiled to validate examples of one document. */
const compiledValues = 3_000;

/** All operations; those with a problem are skipped, and the problem is reported. */
export function readOperations(place: Place, agent: AgentFacts): ReadOperations {
  const listed = member(place.object, 'operations');
  const at = childPointer(place.pointer, 'operations');
  if (listed === undefined || (Array.isArray(listed) && listed.length === 0)) return readImplied(place, agent);
  const refused = { operations: [], used: ['operations'] };
  if (!Array.isArray(listed) || !listed.every(isJsonObject)) {
    place.findings.report('aidip/wrong-type', at, { expected: 'an array of objects' });
    return refused;
  }
  if (listed.length > documentLimits.operations) {
    place.findings.report('aidip/too-many', at, { limit: documentLimits.operations });
    return refused;
  }
  noteUnused(place);
  return { operations: readListed(place, listed, agent), used: ['operations'] };
}

function noteUnused(place: Place): void {
  for (const which of ['inputs', 'outputs'] as const) {
    const name = findSchema(place.object, which);
    if (name !== undefined) place.findings.report('aidip/both-styles', childPointer(place.pointer, name));
  }
}

function readListed(place: Place, listed: readonly JsonObject[], agent: AgentFacts): Operation[] {
  const names = createNames();
  const budget: ExampleBudget = { values: compiledValues };
  return listed.flatMap((object, index) => {
    const pointer = childPointer(childPointer(place.pointer, 'operations'), index);
    const operation = readOperation({ object, pointer, findings: place.findings }, { agent, names, budget });
    return operation === undefined ? [] : [operation];
  });
}

/** Names already used, on the wire and in the model. */
interface Names {
  wire: Set<string>;
  model: Set<string>;
}

function createNames(): Names {
  return { wire: new Set(), model: new Set() };
}

/** snake_case, unique in the entry: a second `quote_rate` becomes `quote_rate_2`. */
function modelName(wireName: string, names: Names): string {
  const plain = toSnakeCase(wireName, `operation_${names.model.size + 1}`);
  let name = plain;
  for (let count = 2; names.model.has(name); count += 1) name = `${plain}_${count}`;
  names.model.add(name);
  return name;
}

interface ListedContext {
  agent: AgentFacts;
  names: Names;
  budget: ExampleBudget;
}

function readOperation(place: Place, { agent, names, budget }: ListedContext): Operation | undefined {
  const wireName = readText(place, 'name', { limit: documentLimits.label, required: true, filled: true });
  if (wireName !== undefined && names.wire.has(wireName)) {
    place.findings.report('aidip/duplicate-operation', childPointer(place.pointer, 'name'));
  }
  const description = readText(place, 'description', { limit: documentLimits.description, required: true });
  if (description?.trim() === '') {
    place.findings.report('aidip/empty-description', childPointer(place.pointer, 'description'));
  }
  const inputs = readSchema(place, 'inputs');
  const outputs = readSchema(place, 'outputs');
  const examples = readExamples(place);
  const endpoint = readEndpoint(place, agent.own, false);
  const batch = readBatch(place);
  if (wireName === undefined || description === undefined || inputs === undefined || outputs === undefined) {
    return undefined;
  }
  names.wire.add(wireName);
  tryExamples(place, examples, { input: inputs.schema, output: outputs.schema }, budget);
  const name = modelName(wireName, names);
  return {
    id: agent.operationId(wireName),
    name,
    ...summaryOf(place.object),
    description,
    ...contract(inputs, outputs),
    errors: [],
    examples,
    tags: [],
    ...conductOf(place.object, batch),
    version: 1,
    binding: {
      kind: 'aidip',
      endpoint: endpoint ?? agent.endpoint,
      operation: wireName,
      ...(endpoint === undefined ? {} : { ownEndpoint: true }),
    },
    derived: [...(name === wireName ? [] : ['name']), ...derivedSchemas(inputs, outputs)],
    extra: unknownMembers(place.object, inputs, outputs),
  };
}

/** Not a member of AIDIP, but registries write it for services of other protocols; it also stays in `extra`. */
function summaryOf(object: JsonObject): Pick<Operation, 'summary'> {
  const summary = member(object, 'summary');
  return typeof summary === 'string' && summary.trim() !== '' && summary.length <= documentLimits.description
    ? { summary }
    : {};
}

const knownMembers = ['name', 'description', 'endpoint', 'batch'] as const;

function unknownMembers(object: JsonObject, inputs: ReadSchema, outputs: ReadSchema): JsonObject {
  const examples = member(object, 'examples');
  // The model cannot distinguish an empty list from an absent one, so the empty one is kept as given.
  const empty = Array.isArray(examples) && examples.length === 0;
  return without(object, new Set([...knownMembers, inputs.name, outputs.name, ...(empty ? [] : ['examples'])]));
}

function contract(inputs: ReadSchema, outputs: ReadSchema): Pick<Operation, 'input' | 'output'> {
  return { input: inputs.schema, output: outputs.schema };
}

function derivedSchemas(inputs: ReadSchema, outputs: ReadSchema): string[] {
  return [...(inputs.expanded ? ['input'] : []), ...(outputs.expanded ? ['output'] : [])];
}

function readBatch(place: Place): boolean | undefined {
  const batch = member(place.object, 'batch');
  if (batch === undefined || typeof batch === 'boolean') return batch;
  place.findings.report('aidip/wrong-type', childPointer(place.pointer, 'batch'), { expected: 'true or false' });
  return undefined;
}

function conductOf(object: JsonObject, batch: boolean | undefined): Conduct {
  const conduct = readConduct(object);
  return batch === undefined ? conduct : { ...conduct, safety: { ...conduct.safety, batch } };
}

/** The single operation of a document in the top-level style; it is called without a name. */
function readImplied(place: Place, agent: AgentFacts): ReadOperations {
  const names = [findSchema(place.object, 'inputs'), findSchema(place.object, 'outputs')];
  if (names.every((name) => name === undefined)) {
    place.findings.report('aidip/missing', childPointer(place.pointer, 'operations'));
    return { operations: [], used: [] };
  }
  const inputs = readSchema(place, 'inputs');
  const outputs = readSchema(place, 'outputs');
  if (inputs === undefined || outputs === undefined) return { operations: [], used: [] };
  place.findings.report('aidip/top-level-style', childPointer(place.pointer, inputs.name));
  const batch = member(place.object, 'batch');
  const operation: Operation = {
    id: agent.operationId(undefined),
    name: 'invoke',
    description: agent.description,
    ...contract(inputs, outputs),
    errors: [],
    examples: [],
    tags: [],
    ...conductOf(place.object, typeof batch === 'boolean' ? batch : undefined),
    version: 1,
    binding: { kind: 'aidip', endpoint: agent.endpoint },
    derived: ['name', 'description', ...derivedSchemas(inputs, outputs)],
    extra: {},
  };
  return {
    operations: [operation],
    used: [inputs.name, outputs.name, ...(typeof batch === 'boolean' ? ['batch'] : [])],
  };
}
