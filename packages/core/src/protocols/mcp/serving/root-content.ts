/**
 * The prompts and resources of a root, as one caller may see them. A root of one service has its own names and URIs. A
 * root of several services prefixes both: `dragoman://<service>/<uri>`, and `<service>_<prompt>`.
 */
import type { Entry, JsonObject, JsonValue } from '@dragoman/model';
import { isJsonObject } from '@dragoman/model';
import type { StoredEntry } from '../../../catalogue/store.js';
import type { Awaitable } from '../../../documents/awaitable.js';
import { releasedIn } from '../../../gateway/held-texts.js';
import { foreignMeta, ownMeta } from '../wire.js';
import { writeContent } from '../write-content.js';

/** Where an item comes from: the service, and its name or URI there. */
export interface ContentAim {
  stored: StoredEntry;
  /** Name of the prompt, or URI or template of the resource, at the service. */
  own: string;
}

/** The content of a root. */
export interface RootContent {
  /** Definitions in `prompts/list`. */
  prompts: readonly JsonObject[];
  /** Definitions in `resources/list`. */
  resources: readonly JsonObject[];
  /** Definitions in `resources/templates/list`. */
  templates: readonly JsonObject[];
  /** The prompt of this name. */
  promptNamed(name: string): ContentAim | undefined;
  /** The service of a URI or template, listed or not; undefined when no service of the root can have it. */
  resourceAt(uri: string): Awaitable<ContentAim | undefined>;
  /** Writes a URI of a service as clients of this root read it. */
  addressOf(agentId: string, uri: string): string;
  features: ContentFeatures;
  /** Instructions of the providers; none on the root of the catalogue, whose `describe_tool` returns them. */
  instructions: readonly ProviderInstructions[];
  /** What a client has to know about these lists. */
  note?: string;
  /** Changes when the lists may have changed, on a root of several services. */
  mark?: string;
}

/** What a provider says about the use of its service. */
export interface ProviderInstructions {
  /** The service, on a root of several. */
  service?: string;
  text: string;
}

/** What the services of a root can do besides lists. */
export interface ContentFeatures {
  prompts: boolean;
  resources: boolean;
  completes: boolean;
  subscribes: boolean;
  logs: boolean;
}

const nothing: ContentFeatures = Object.freeze({
  prompts: false,
  resources: false,
  completes: false,
  subscribes: false,
  logs: false,
});

function featuresOf(entries: readonly Entry[]): ContentFeatures {
  const features = { ...nothing };
  for (const { content } of entries) {
    if (content === undefined) continue;
    features.prompts ||= content.prompts.length > 0;
    features.resources ||= content.resources.length + content.templates.length > 0;
    features.completes ||= content.completes === true;
    features.subscribes ||= content.subscribes === true;
    features.logs ||= content.logs === true;
  }
  return features;
}

/** The content of one service. */
export function serviceContent(stored: StoredEntry): RootContent {
  const { entry } = stored;
  const { content } = entry;
  const written = content === undefined ? undefined : writeContent(content, releasedIn(entry));
  const { prompts = [], resources = [], templates = [], instructions, withheld = 0 } = written ?? {};
  const names = new Set(prompts.map(({ item }) => item.name));
  return {
    prompts: prompts.map(({ listed }) => fromService(entry, listed)),
    resources: resources.map(({ listed }) => fromService(entry, listed)),
    templates: templates.map(({ listed }) => fromService(entry, listed)),
    promptNamed: (name) => (names.has(name) ? { stored, own: name } : undefined),
    resourceAt: (uri) => (content === undefined ? undefined : { stored, own: uri }),
    addressOf: (_, uri) => uri,
    features: featuresOf([entry]),
    instructions: instructions === undefined ? [] : [{ text: instructions }],
    ...(withheld === 0 ? {} : { note: withheldNote(withheld) }),
  };
}

function withheldNote(count: number): string {
  return `${count} prompts or resources are not listed, because their names look like instructions to a model.`;
}

function fromService({ id }: Entry, listed: JsonObject): JsonObject {
  return { ...listed, _meta: { ...foreignMeta(listed), [`${ownMeta}agent`]: `/agents/${encodeURIComponent(id)}` } };
}

/** Scheme of resources on roots of several services. */
const scheme = 'dragoman://';

/** Several services on one root. */
export interface JoinedServices {
  services: readonly StoredEntry[];
  /** Reads a service that is not among them, such as one beyond the limit of the lists. */
  read?(agentId: string): Awaitable<StoredEntry | undefined>;
  /** Whether the root offers what a service lists: the prompt of this name, or the resource or template. All by default. */
  offers?(kind: 'prompts' | 'resources', agentId: string, key: string): boolean;
  /** Whether resources can be read that the service does not list; by default they can. */
  readsUnlisted?(agentId: string): boolean;
  /** Whether clients get the instructions of the services when they connect; by default they do not. */
  instructs?: boolean;
  note?: string;
}

/** Maximum number of characters of the instructions of all services of a root together, as of a single service. */
const longestInstructions = 20_000;

/** Each service may use an equal part; a longer text is cut. */
function shareInstructions(all: readonly Required<ProviderInstructions>[]): ProviderInstructions[] {
  const most = Math.floor(longestInstructions / Math.max(1, all.length));
  return all.map(({ service, text }) => ({ service, text: text.length <= most ? text : `${text.slice(0, most)} …` }));
}

/** The content of several services. */
export function joinedContent(joined: JoinedServices): RootContent {
  const { services, read, offers = () => true, instructs = false, note } = joined;
  const prompts = new Map<string, { listed: JsonObject; aim: ContentAim }>();
  const resources: JsonObject[] = [];
  const templates: JsonObject[] = [];
  const instructions: Required<ProviderInstructions>[] = [];
  const byId = new Map(services.map((stored) => [stored.entry.id, stored]));
  let withheld = 0;
  for (const stored of services) {
    const { entry } = stored;
    if (entry.content === undefined) continue;
    const written = writeContent(entry.content, releasedIn(entry));
    withheld += written.withheld;
    if (written.instructions !== undefined) instructions.push({ service: entry.id, text: written.instructions });
    for (const { item, listed } of written.prompts) {
      if (!offers('prompts', entry.id, item.name)) continue;
      const name = joinedName(entry.id, item.name, prompts);
      prompts.set(name, { listed: { ...fromService(entry, listed), name }, aim: { stored, own: item.name } });
    }
    for (const { item, listed } of written.resources) {
      if (!offers('resources', entry.id, item.uri)) continue;
      resources.push({ ...fromService(entry, listed), uri: joinedAddress(entry.id, item.uri) });
    }
    for (const { item, listed } of written.templates) {
      if (!offers('resources', entry.id, item.uriTemplate)) continue;
      templates.push({ ...fromService(entry, listed), uriTemplate: joinedAddress(entry.id, item.uriTemplate) });
    }
  }
  const said = [note, ...(withheld === 0 ? [] : [withheldNote(withheld)])].filter((each) => each !== undefined);
  return {
    prompts: [...prompts.values()].map(({ listed }) => listed),
    resources,
    templates,
    promptNamed: (name) => prompts.get(name)?.aim,
    async resourceAt(uri) {
      const [, id, own] = /^dragoman:\/\/([^/]+)\/(.+)$/s.exec(uri) ?? [];
      const agentId = id === undefined ? undefined : decoded(id);
      if (agentId === undefined || own === undefined) return undefined;
      const stored = byId.get(agentId) ?? (await read?.(agentId));
      return stored !== undefined && isReadable(stored.entry, own, joined) ? { stored, own } : undefined;
    },
    addressOf: joinedAddress,
    features: { ...featuresOf(services.map(({ entry }) => entry)), prompts: prompts.size > 0 },
    instructions: instructs ? shareInstructions(instructions) : [],
    mark: JSON.stringify(services.map(({ entry, seq }) => [entry.id, seq])),
    ...(said.length === 0 ? {} : { note: said.join(' ') }),
  };
}

/** Whether the root reads this URI or template of a service. */
function isReadable({ id, content }: Entry, own: string, joined: JoinedServices): boolean {
  if (content === undefined) return false;
  const { offers = () => true, readsUnlisted = () => true } = joined;
  const { resources, templates } = content;
  const isListed = resources.some(({ uri }) => uri === own) || templates.some(({ uriTemplate }) => uriTemplate === own);
  return isListed ? offers('resources', id, own) : readsUnlisted(id);
}

function joinedAddress(agentId: string, uri: string): string {
  return `${scheme}${encodeURIComponent(agentId)}/${uri}`;
}

/** Parts of a result of a service with the URIs that clients of a root of several services read. */
export function joinedParts(parts: readonly JsonObject[], agentId: string): JsonObject[] {
  return parts.map((part) => partWithAddress(part, (uri) => joinedAddress(agentId, uri)));
}

type AddressOf = (uri: string) => string;

/** Content of a message with other URIs in its links and embedded resources. */
export function partsWithAddress(content: JsonValue, addressOf: AddressOf): JsonValue {
  if (Array.isArray(content)) return content.map((part) => partsWithAddress(part, addressOf));
  return isJsonObject(content) ? partWithAddress(content, addressOf) : content;
}

function partWithAddress(part: JsonObject, addressOf: AddressOf): JsonObject {
  const { type, resource } = part;
  if (type === 'resource_link') return withAddress(part, addressOf);
  return type === 'resource' && isJsonObject(resource) ? { ...part, resource: withAddress(resource, addressOf) } : part;
}

/** An object with another URI, if it has one. */
export function withAddress(item: JsonObject, addressOf: AddressOf): JsonObject {
  return typeof item.uri === 'string' ? { ...item, uri: addressOf(item.uri) } : item;
}

function decoded(id: string): string | undefined {
  try {
    return decodeURIComponent(id);
  } catch {
    return undefined;
  }
}

function joinedName(agentId: string, name: string, taken: ReadonlyMap<string, unknown>): string {
  const full = `${agentId.replaceAll(/[^A-Za-z0-9_-]+/g, '_')}_${name}`;
  for (let number = 1; ; number += 1) {
    const candidate = number === 1 ? full : `${full}_${number}`;
    if (!taken.has(candidate)) return candidate;
  }
}
