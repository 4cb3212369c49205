/**
 * Reads an Arazzo document into an entry: the document becomes one service, each workflow one operation with few inputs
 * and outputs. The gateway runs the steps, so the service has no URL of its own.
 */
import type { JsonObject, JsonValue, Operation } from '@dragoman/model';
import { readArazzo } from '../../documents/arazzo/read-arazzo.js';
import type { ArazzoDocument, DescribedWorkflow } from '../../documents/arazzo/workflow.js';
import { hashDocument } from '../../documents/hash-document.js';
import { toSlug, toSnakeCase } from '../../documents/identifier.js';
import { nameUuid } from '../../documents/name-uuid.js';
import type { EntryDraft, ReadContext, Reader } from '../../documents/reader.js';

/** Reads one Arazzo 1.0 document. */
export const readArazzoEntry: Reader = (document, context) => {
  const { uri, ownOrigins } = context;
  const { value, diagnostics } = readArazzo(document, { ownOrigins, ...(uri === undefined ? {} : { uri }) });
  return { ...(value === undefined ? {} : { value: toDraft(value, document, context) }), diagnostics };
};

function toDraft(read: ArazzoDocument, document: JsonValue, context: ReadContext): EntryDraft {
  const { title, agent, workflows } = read;
  const hash = hashDocument(document);
  const identity = agent.id ?? context.id ?? `${hash} ${context.at} ${context.uri ?? ''}`;
  return {
    ...(agent.id === undefined ? {} : { id: agent.id }),
    slug: toSlug(title, 'workflow'),
    name: title,
    description: read.description ?? read.summary ?? describeAll(workflows) ?? title,
    version: read.version,
    status: 'active',
    ...(agent.visibility === undefined ? {} : { visibility: agent.visibility }),
    ...(agent.grants === undefined ? {} : { grants: agent.grants }),
    capabilities: agent.capabilities,
    tags: agent.tags,
    languages: [],
    trust: {},
    operations: nameOperations(workflows).map(([name, workflow]) => toOperation(identity, name, workflow)),
    origin: { protocol: 'arazzo', ...(context.uri === undefined ? {} : { uri: context.uri }), hash, at: context.at },
    derived: ['/slug', '/status', '/languages'],
    extra: {},
  };
}

function describeAll(workflows: readonly DescribedWorkflow[]): string | undefined {
  const texts = workflows.flatMap(({ summary, description }) => summary ?? description ?? []);
  return texts.length === 0 ? undefined : texts.join(' ').slice(0, 2_000);
}

/** Names for programs; a number distinguishes two workflows whose names differ only in spelling. */
function nameOperations(workflows: readonly DescribedWorkflow[]): [string, DescribedWorkflow][] {
  const taken = new Set<string>();
  return workflows.map((each) => {
    const wanted = toSnakeCase(each.workflow.workflowId, 'workflow');
    let name = wanted;
    for (let count = 2; taken.has(name); count += 1) name = `${wanted}_${count}`;
    taken.add(name);
    return [name, each];
  });
}

function toOperation(identity: string, name: string, described: DescribedWorkflow): Operation {
  const { workflow, summary, description, input, output } = described;
  return {
    id: nameUuid('arazzo-operation', identity, workflow.workflowId),
    name,
    ...(summary === undefined ? {} : { summary }),
    ...(description === undefined ? {} : { description }),
    input,
    output,
    errors: [],
    examples: [],
    tags: [],
    version: 1,
    binding: { kind: 'workflow', name: workflow.workflowId, workflow: workflow as unknown as JsonObject },
    derived: ['name'],
    extra: {},
  };
}
