/** What a list of services shows of each: facts from the index, and for those who may change it, how it is doing. */
import type {
  BreakerState,
  BrowsePorts,
  Caller,
  EntryFacts,
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
}

/** The services with these ids, in this order; those that the index does not know are left out. Three reads in all. */
export async function describeServices(
  ports: ServiceStatePorts,
  ids: readonly string[],
  caller: Caller,
): Promise<JsonObject[]> {
  const { index, store, clock, upstream } = ports;
  const changeable = ids.filter((id) => mayChange(ports, id, caller));
  const sourceIds = changeable.flatMap((id) => sourceOf(ports, id) ?? []);
  const since = startOfPeriod(new Date(clock.now() - usageHours * 3_600_000).toISOString(), 'hour');
  const [usage, sources, credentials] = await Promise.all([
    changeable.length === 0 ? [] : store.usage.totals(since, changeable.length, changeable),
    sourceIds.length === 0 ? [] : store.sources.readMany(sourceIds),
    store.credentials.usableBy(caller.subject, ids),
  ]);
  // Whether a service has a shared credential is known only to those who may change it.
  const known = credentials.filter(({ agentId, shared }) => !shared || changeable.includes(agentId));
  const facts: PageFacts = {
    caller,
    usage: new Map(usage.map((each) => [each.service, each])),
    sources: new Map(sources.map((each) => [each.id, each])),
    credentials: new Set(known.map(({ agentId }) => agentId)),
    breaker: (origin) => upstream.breaker?.(origin) ?? 'closed',
  };
  return ids.flatMap((id) => (index.describe(id) === undefined ? [] : [describeService(ports, id, facts)]));
}

function mayChange({ index }: ServiceStatePorts, id: string, caller: Caller): boolean {
  const access = index.access(id);
  return access !== undefined && canChange(caller, access);
}

/** Id of the source that a service would come from: each address is followed once per owner. */
function sourceOf({ index }: ServiceStatePorts, id: string): string | undefined {
  const [access, uri] = [index.access(id), index.describe(id)?.facts.uri];
  return access === undefined || uri === undefined ? undefined : sourceId(access.owner, uri);
}

function describeService(ports: ServiceStatePorts, id: string, page: PageFacts): JsonObject {
  const described = ports.index.describe(id);
  if (described === undefined) return {};
  const { summary, facts } = described;
  const isOwn = mayChange(ports, id, page.caller);
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
    visibility: ports.index.access(id)?.visibility ?? 'private',
    ...(authentication === undefined ? {} : { authentication }),
    credential: credentialState(facts, page.credentials.has(id), isOwn),
    findings,
    held,
    read_at: readAt,
    ...(isOwn ? ownFacts(ports, id, { facts, page }) : {}),
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
function ownFacts(
  ports: ServiceStatePorts,
  id: string,
  { facts, page }: { facts: EntryFacts; page: PageFacts },
): JsonObject {
  const { calls = 0, errors = 0, refused = 0, limited = 0 } = page.usage.get(id) ?? {};
  const source = page.sources.get(sourceOf(ports, id) ?? '');
  return {
    usage: { calls, errors, refused, limited },
    breaker: worstOf(facts.origins.map(page.breaker)),
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
