/** What a list of services shows of each: facts from the index, and for those who may change it, how it is doing. */
import type {
  BreakerState,
  BrowsePorts,
  Caller,
  EntryAccess,
  EntryFacts,
  IndexedEntry,
  SourceRecord,
  Upstream,
  UsageStore,
} from '@dragoman/core/engine';
import { canChange, startOfPeriod } from '@dragoman/core/engine';
import type { Clock } from '@dragoman/core/http';
import type { JsonObject } from '@dragoman/model';
import { storedKinds } from '../credentials/required-credential.js';
import { sourceId } from '../credentials/source-id.js';

/** Dependencies of the list. */
export interface ServiceStatePorts extends BrowsePorts {
  clock: Clock;
  upstream: Pick<Upstream, 'breaker'>;
  /** The MCP servers that run next to this server. */
  servers: () => Promise<readonly { name: string }[]>;
}

/** Hours of usage that are summed. */
const usageHours = 24;

/** Maximum characters of a description. */
const maxDescription = 300;

type Usage = Awaited<ReturnType<UsageStore['totals']>>[number];

/** What was read about the services of a page. */
interface PageFacts {
  caller: Caller;
  usage: ReadonlyMap<string, Usage>;
  sources: ReadonlyMap<string, SourceRecord>;
  credentials: ReadonlySet<string>;
  breaker: NonNullable<Upstream['breaker']>;
  /** Names of the MCP servers that run next to this server. */
  servers: ReadonlySet<string>;
}

/** Begins the endpoint of a service that runs next to this server. */
const stdioScheme = 'stdio:';

/** The services with these ids, in this order; those that the index does not know are left out. At most five reads in all. */
export async function describeServices(
  ports: ServiceStatePorts,
  ids: readonly string[],
  caller: Caller,
): Promise<JsonObject[]> {
  const { store, clock, upstream, servers } = ports;
  const known = await readIndexed(ports, ids);
  const changeable = known.filter(({ access }) => canChange(caller, access)).map(({ id }) => id);
  const sourceIds = known.flatMap((service) => (changeable.includes(service.id) ? (sourceOf(service) ?? []) : []));
  const since = startOfPeriod(new Date(clock.now() - usageHours * 3_600_000).toISOString(), 'hour');
  const hasChildren = known.some(({ summary }) => summary.endpoint?.startsWith(stdioScheme));
  const [usage, sources, credentials, children] = await Promise.all([
    changeable.length === 0 ? [] : store.usage.totals(since, changeable.length, changeable),
    sourceIds.length === 0 ? [] : store.sources.readMany(sourceIds),
    store.credentials.usableBy(caller.subject, ids),
    hasChildren ? servers() : [],
  ]);
  // Whether a service has a shared credential is known only to those who may change it.
  const usable = credentials.filter(({ agentId, shared }) => !shared || changeable.includes(agentId));
  const facts: PageFacts = {
    caller,
    usage: new Map(usage.map((each) => [each.service, each])),
    sources: new Map(sources.map((each) => [each.id, each])),
    credentials: new Set(usable.map(({ agentId }) => agentId)),
    breaker: (origin) => upstream.breaker?.(origin) ?? 'closed',
    servers: new Set(children.map(({ name }) => stdioScheme + name)),
  };
  return known.map((service) => describeService(service, facts));
}

/** What the index knows of a service. */
interface IndexedService extends IndexedEntry {
  id: string;
  access: EntryAccess;
}

async function readIndexed({ index }: ServiceStatePorts, ids: readonly string[]): Promise<IndexedService[]> {
  const read = await Promise.all(
    ids.map(async (id) => ({ id, access: await index.access(id), described: await index.describe(id) })),
  );
  return read.flatMap(({ id, access, described }) =>
    access === undefined || described === undefined ? [] : [{ id, access, ...described }],
  );
}

/** Id of the source that a service would come from: each address is followed once per owner. */
function sourceOf({ access, facts: { uri } }: IndexedService): string | undefined {
  return uri === undefined ? undefined : sourceId(access.owner, uri);
}

function describeService(service: IndexedService, page: PageFacts): JsonObject {
  const { id, summary, facts, access } = service;
  const isOwn = canChange(page.caller, access);
  const { protocol, operations, status, authentication, findings, held, readAt } = facts;
  return {
    id,
    name: summary.name,
    description: summary.description.slice(0, maxDescription),
    ...(summary.endpoint === undefined ? {} : { endpoint: summary.endpoint }),
    capabilities: summary.capabilities,
    protocol,
    operations,
    status,
    visibility: access.visibility,
    ...(authentication === undefined ? {} : { authentication }),
    credential: credentialState(facts, page.credentials.has(id), isOwn),
    findings,
    held,
    read_at: readAt,
    ...(isOwn ? ownFacts(service, page) : {}),
  };
}

/** Whether calls have the credential that the service requires. */
function credentialState(
  { authentication = 'none', operationAuthentication = [] }: EntryFacts,
  isStored: boolean,
  isOwn: boolean,
): string {
  if (isStored) return 'stored';
  if (![authentication, ...operationAuthentication].some((kind) => storedKinds.includes(kind))) return 'not_required';
  return isOwn ? 'missing' : 'required';
}

/** For those who may change the service only. */
function ownFacts(service: IndexedService, page: PageFacts): JsonObject {
  const { id, facts, summary } = service;
  const { calls = 0, errors = 0, refused = 0, limited = 0 } = page.usage.get(id) ?? {};
  const source = page.sources.get(sourceOf(service) ?? '');
  return {
    usage: { calls, errors, refused, limited },
    breaker: worstOf(facts.origins.map(page.breaker)),
    ...(summary.endpoint?.startsWith(stdioScheme) ? { server_known: page.servers.has(summary.endpoint) } : {}),
    ...(facts.uri === undefined ? {} : { source: { url: facts.uri, ...(source && writeSource(source)) } }),
  };
}

const states: readonly BreakerState[] = ['open', 'half-open', 'closed'];

function worstOf(found: readonly BreakerState[]): BreakerState {
  return states.find((state) => found.includes(state)) ?? 'closed';
}

function writeSource({ id, lastFetchedAt, lastOutcome, failures, held }: SourceRecord): JsonObject {
  return {
    id,
    ...(lastFetchedAt === undefined ? {} : { checked_at: lastFetchedAt }),
    ...(lastOutcome === undefined ? {} : { outcome: lastOutcome }),
    failures,
    held: held !== undefined && held.refused !== true,
  };
}
