/**
 * `list_resources` and `read_resource`: the resources of a root as tools, for clients whose model cannot read resources.
 * They are listed where the address asks for them; a large text is read on with `read_result`.
 */
import type { JsonObject } from '@dragoman/model';
import { Failure, isJsonObject } from '@dragoman/model';
import type { Outcome } from '../../../gateway/call.js';
import { mediaPart } from '../../../gateway/media.js';
import { contentOperation } from '../content-operations.js';
import { memberOf, ownMeta } from '../wire.js';
import { resourceOf } from './answer-content.js';
import type { McpRoot, McpRootContext, McpTool, OwnAnswer } from './root.js';
import { contentToolNames } from './root.js';
import type { RootContent } from './root-content.js';

/** Maximum number of resources and templates in one answer. */
const maxListed = 100;

const listing: JsonObject = {
  name: contentToolNames.list,
  title: 'List resources',
  description:
    'Lists resources that read_resource reads: files, records and other content. In templates, replace the names in braces first.',
  inputSchema: {
    type: 'object',
    properties: {
      query: { type: 'string', description: 'Only resources whose texts have these words.', maxLength: 500 },
    },
    additionalProperties: false,
  },
  annotations: { readOnlyHint: true, openWorldHint: false },
};

const reading: JsonObject = {
  name: contentToolNames.read,
  title: 'Read a resource',
  description: 'Reads a resource by its URI: one of list_resources, or of a link in the result of another tool.',
  inputSchema: {
    type: 'object',
    required: ['uri'],
    properties: { uri: { type: 'string', description: 'URI of the resource.', maxLength: 4000 } },
    additionalProperties: false,
  },
  annotations: { readOnlyHint: true, openWorldHint: true },
};

const made = new WeakMap<McpRoot, readonly McpTool[]>();

/** The tools; none for a root without prompts and resources. */
export function contentTools(root: McpRoot): readonly McpTool[] {
  if (root.content === undefined) return [];
  const known = made.get(root) ?? [
    {
      name: contentToolNames.list,
      listed: listing,
      run: (given: JsonObject, context: McpRootContext) => list(root, given, context),
    },
    {
      name: contentToolNames.read,
      listed: reading,
      run: (given: JsonObject, context: McpRootContext) => read(root, given, context),
    },
  ];
  made.set(root, known);
  return known;
}

async function list(root: McpRoot, given: JsonObject, context: McpRootContext): Promise<OwnAnswer> {
  const content = await contentOf(root, context);
  const query = memberOf(given, 'query') ?? '';
  if (typeof query !== 'string') throw new Failure('INVALID_INPUT', { message: "'query' must be a string." });
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  const lines = [...content.resources, ...content.templates].map(lineOf);
  const found = lines.filter((line) => words.every((word) => line.toLowerCase().includes(word)));
  const rest = found.length - maxListed;
  const more = rest > 0 ? [`and ${rest} more; use query to find them`] : [];
  const text = found.length === 0 ? 'No resources were found.' : [...found.slice(0, maxListed), ...more].join('\n');
  return { kind: 'text', text, meta: { [`${ownMeta}trust`]: 'untrusted' } };
}

function lineOf({ uri, uriTemplate, title, name, description, mimeType }: JsonObject): string {
  const address = `- ${uri ?? uriTemplate}${typeof mimeType === 'string' ? ` (${mimeType})` : ''}`;
  const texts = [title ?? name, description].filter((text) => typeof text === 'string');
  return [address, ...texts].join(': ').replace(/\s+/g, ' ').slice(0, 500);
}

async function read(root: McpRoot, given: JsonObject, context: McpRootContext): Promise<OwnAnswer> {
  const content = await contentOf(root, context);
  const { stored, own } = await resourceOf(content, memberOf(given, 'uri'));
  const { entry } = stored;
  const aim = {
    agentId: entry.id,
    operationName: 'resources/read',
    meta: { [`${ownMeta}agent`]: `/agents/${encodeURIComponent(entry.id)}` },
    structured: false,
    joined: content.addressOf(entry.id, own) !== own,
    content: { stored, operation: contentOperation(entry, 'resources/read') },
    toOutcome: withParts,
  };
  return { kind: 'call', aim, input: { uri: own }, options: {} };
}

async function contentOf(root: McpRoot, context: McpRootContext): Promise<RootContent> {
  const content = await root.content?.(context);
  if (content === undefined) throw new Failure('NOT_FOUND', { message: 'There are no resources here.' });
  return content;
}

/** The contents of a resource as the parts of a result: texts, images, sounds and files. */
function withParts(outcome: Outcome): Outcome {
  if (outcome.kind !== 'answer' || !isJsonObject(outcome.body) || !Array.isArray(outcome.body.contents)) return outcome;
  const content = outcome.body.contents.filter(isJsonObject).map(({ uri, mimeType, text, blob }) => {
    if (typeof text === 'string') return { type: 'text', text };
    const mediaType = typeof mimeType === 'string' ? mimeType : 'application/octet-stream';
    const declared = { mediaType, data: String(blob ?? ''), ...(typeof uri === 'string' ? { uri } : {}) };
    return mediaPart(declared, '').part;
  });
  return { ...outcome, body: { content }, content };
}
