/**
 * The prompts and resources of a toolset: those that its designer chose, from any service, or by default all of the
 * services of its tools. The services of an open toolset are those that its selection names or finds tools of.
 */
import type { FieldError, ServiceContent, ToolsetContent, ToolsetDocument } from '@dragoman/model';
import { suggestNames } from '@dragoman/model';
import type { Caller } from '../access/caller.js';
import type { StoredEntry } from '../catalogue/store.js';
import type { RootContent } from '../protocols/mcp/serving/root-content.js';
import { joinedContent } from '../protocols/mcp/serving/root-content.js';
import { readVisible } from './find-choice.js';
import type { DesignerPorts } from './toolset-access.js';
import type { ToolsetRequest } from './toolset-request.js';

/** Maximum number of prompts, and of resources, that a toolset chooses. */
export const maxToolsetContent = 1000;

/** One chosen prompt or resource. */
interface ContentChoice {
  agentId: string;
  /** Name of the prompt, or URI or template of the resource. */
  key: string;
}

const kinds = {
  prompts: { member: 'name', noun: 'prompt', keysOf: ({ prompts }: ServiceContent) => prompts.map(({ name }) => name) },
  resources: {
    member: 'uri',
    noun: 'resource',
    keysOf: ({ resources, templates }: ServiceContent) => [
      ...resources.map(({ uri }) => uri),
      ...templates.map(({ uriTemplate }) => uriTemplate),
    ],
  },
} as const;

type Kind = keyof typeof kinds;

function choicesOf(content: ToolsetContent, kind: Kind): ContentChoice[] {
  return kind === 'prompts'
    ? content.prompts.map(({ agentId, name }) => ({ agentId, key: name }))
    : content.resources.map(({ agentId, uri }) => ({ agentId, key: uri }));
}

/** Services of tools and of chosen content. */
export function servicesOf({ tools, content }: Pick<ToolsetDocument, 'tools' | 'content'>): string[] {
  const chosen = content === undefined ? [] : [...content.prompts, ...content.resources];
  return [...new Set([...tools.map(({ served }) => served.agentId), ...chosen.map(({ agentId }) => agentId)])];
}

/**
 * The content to store: the requested one, or the previous one when the request does not mention it. Adds an error for
 * each chosen item that its service does not offer, unless it was chosen before.
 */
export async function composeContent(
  ports: DesignerPorts,
  { content }: Pick<ToolsetRequest, 'content'>,
  { caller, before, faults }: { caller: Caller; before: ToolsetDocument | undefined; faults: FieldError[] },
): Promise<ToolsetContent | undefined> {
  if (content === undefined) return before?.content;
  if (content === 'all') return undefined;
  const services = new Map<string, StoredEntry | undefined>();
  for (const id of servicesOf({ tools: [], content })) services.set(id, await readVisible(ports, id, caller));
  for (const kind of ['prompts', 'resources'] as const) {
    const known = new Set((before?.content === undefined ? [] : choicesOf(before.content, kind)).map(wordOf));
    for (const [at, choice] of choicesOf(content, kind).entries()) {
      const problem = known.has(wordOf(choice)) ? undefined : problemOf(services.get(choice.agentId), choice, kind);
      if (problem !== undefined) faults.push(faultAt(kind, at, problem));
    }
  }
  return content;
}

function wordOf({ agentId, key }: ContentChoice): string {
  return `${agentId}\n${key}`;
}

function problemOf(
  stored: StoredEntry | undefined,
  { agentId, key }: ContentChoice,
  kind: Kind,
): [string, string] | undefined {
  const { member, noun, keysOf } = kinds[kind];
  if (stored === undefined) return ['agent_id', `there is no service '${agentId.slice(0, 80)}'`];
  const offered = stored.entry.content === undefined ? [] : keysOf(stored.entry.content);
  if (offered.includes(key)) return undefined;
  const hint = suggestNames(key, offered);
  return [member, `'${agentId.slice(0, 80)}' offers no ${noun} '${key.slice(0, 80)}'${hint === '' ? '' : `. ${hint}`}`];
}

function faultAt(kind: Kind, at: number, [member, detail]: [string, string]): FieldError {
  return {
    field: `content.${kind}[${at}].${member}`,
    pointer: `/content/${kind}/${at}/${member}`,
    code: 'toolset/no-content',
    detail,
  };
}

/** Maximum number of services of an open toolset whose content is listed; that of others is read by its URI. */
const maxOpenServices = 200;

/**
 * The prompts and resources of a toolset as one caller may see them. `found` are the services of the tools that an open
 * toolset selects for that caller.
 */
export async function toolsetContent(
  ports: DesignerPorts,
  document: ToolsetDocument,
  { caller, found }: { caller: Caller; found: ReadonlySet<string> },
): Promise<RootContent> {
  const { content, tools } = document;
  const chosen = servicesOf(document);
  const open = content === undefined ? [...found].filter((id) => !chosen.includes(id)) : [];
  const services: StoredEntry[] = [];
  for (const id of [...chosen, ...open.slice(0, maxOpenServices)]) {
    const stored = await readVisible(ports, id, caller);
    if (stored !== undefined) services.push(stored);
  }
  if (content === undefined) {
    const unlisted = new Set(open.slice(maxOpenServices));
    return joinedContent({
      services,
      instructs: true,
      read: (id) => (unlisted.has(id) ? readVisible(ports, id, caller) : undefined),
      ...(unlisted.size === 0 ? {} : { note: unlistedNote(unlisted.size) }),
    });
  }
  const picked = {
    prompts: new Set(choicesOf(content, 'prompts').map(wordOf)),
    resources: new Set(choicesOf(content, 'resources').map(wordOf)),
  };
  const withTools = new Set([...tools.map(({ served }) => served.agentId), ...found]);
  const note = goneNote(services, content);
  return joinedContent({
    services,
    instructs: true,
    read: (id) => (found.has(id) ? readVisible(ports, id, caller) : undefined),
    offers: (kind, agentId, key) => picked[kind].has(wordOf({ agentId, key })),
    // Results of its tools may link to resources that no list names; templates name theirs only in part.
    readsUnlisted: (agentId) => withTools.has(agentId) || hasTemplate(content, services, agentId),
    ...(note === undefined ? {} : { note }),
  });
}

function unlistedNote(count: number): string {
  return `The prompts and resources of ${count} more services are not listed; their resources can be read by URI.`;
}

function hasTemplate({ resources }: ToolsetContent, services: readonly StoredEntry[], agentId: string): boolean {
  const templates = services.find(({ entry }) => entry.id === agentId)?.entry.content?.templates ?? [];
  return resources.some(
    (each) => each.agentId === agentId && templates.some(({ uriTemplate }) => uriTemplate === each.uri),
  );
}

/** Says how many chosen items visible services no longer offer. */
function goneNote(services: readonly StoredEntry[], content: ToolsetContent): string | undefined {
  const byId = new Map(services.map(({ entry }) => [entry.id, entry.content]));
  const gone = (['prompts', 'resources'] as const).flatMap((kind) =>
    choicesOf(content, kind).filter(({ agentId, key }) => {
      const offered = byId.get(agentId);
      return byId.has(agentId) && (offered === undefined || !kinds[kind].keysOf(offered).includes(key));
    }),
  );
  if (gone.length === 0) return undefined;
  return `${gone.length} prompts or resources of this toolset are no longer offered by their services.`;
}
