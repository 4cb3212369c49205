/** Services with how they are doing: the overview of a catalogue. */
import { clientError } from './dragoman-error.js';
import { walkPages } from './pages.js';
import { listOf } from './read-hits.js';
import type { CallOptions, Incoming, Transport } from './transport.js';
import type { UsageCounts } from './usage.js';

/** Where a description comes from. */
export interface ServiceSource {
  url: string;
  /** Id of the source that checks it; absent when nothing does. */
  id?: string;
  /** Last check. */
  checked_at?: string;
  /** `changed`, `unchanged`, `held`, or the failure code of the last check. */
  outcome?: string;
  /** Consecutive failures. */
  failures?: number;
  /** True when a change waits for approval. */
  held?: boolean;
}

/** A service with how it is doing. */
export interface ServiceState {
  id: string;
  name: string;
  /** The first 300 characters. */
  description: string;
  /** Absent when it is called only through the server. */
  endpoint?: string;
  capabilities: string[];
  /** Protocol of its description. */
  protocol: string;
  /** Number of operations. */
  operations: number;
  status: 'active' | 'deprecated' | 'inactive';
  visibility: 'public' | 'private';
  /** Kind of credential that the service requires; absent when it names none. */
  authentication?: string;
  /** Whether your calls have it. `required`: you have stored none, and may not know whether its owner has. */
  credential: 'not_required' | 'stored' | 'missing' | 'required';
  /** Number of findings. */
  findings: number;
  /** True while calls are held until an administrator accepts the findings. */
  held: boolean;
  /** When its description was last read. */
  read_at: string;
  /** Calls of the last 24 hours; for its owner and administrators. */
  usage?: UsageCounts;
  /** Circuit breaker; for its owner and administrators. */
  breaker?: 'closed' | 'open' | 'half-open';
  /** False when the MCP server that it runs as was removed; for its owner and administrators. Absent for services with a URL. */
  server_known?: boolean;
  /** For its owner and administrators; absent when its description was uploaded. */
  source?: ServiceSource;
}

/** Which services to list. */
export interface ServiceListOptions extends CallOptions {
  /** Any of these statuses; all but inactive ones by default. */
  statuses?: readonly ServiceState['status'][];
  /** Part of the name or of the id. */
  name?: string;
  /** Page size; all pages are followed. */
  pageSize?: number;
}

/** Calls for services with how they are doing. */
export interface CatalogueServiceCalls {
  /** Every service that you may see by name, page after page. */
  listServices(options?: ServiceListOptions): AsyncGenerator<ServiceState, void>;
  /** The services with these ids; those that you may not see are left out. */
  readServices(ids: readonly string[], options?: CallOptions): Promise<ServiceState[]>;
}

/** Ids in one request, and characters of their parameters, so that its URL is accepted. */
const maxNamed = 50;
const maxCharacters = 4000;

/** Creates the calls over a transport. */
export function createCatalogueServiceCalls(transport: Transport): CatalogueServiceCalls {
  const to = ['catalogue', 'services'];
  const read = ({ body, status }: Incoming) => ({
    items: listOf(body, status, ['services']) as unknown as ServiceState[],
  });
  return {
    listServices({ statuses = [], name = '', pageSize = 200, ...options } = {}) {
      const query = new URLSearchParams({ top: String(pageSize) });
      if (name !== '') query.set('name', name);
      if (statuses.length > 0) query.set('status', statuses.join(','));
      return walkPages(transport, () => ({ ...options, method: 'GET', to, query, repeatable: true }), read);
    },
    async readServices(ids, options = {}) {
      const found: ServiceState[] = [];
      for (const query of queriesFor(ids)) {
        const answer = await transport.send({ ...options, method: 'GET', to, query, repeatable: true });
        found.push(...read(answer).items);
      }
      return found;
    },
  };
}

/** The ids in as few requests as URLs allow. */
function queriesFor(ids: readonly string[]): URLSearchParams[] {
  const queries: URLSearchParams[] = [];
  let characters = Number.POSITIVE_INFINITY;
  for (const id of ids) {
    const length = encodeURIComponent(id).length + 'agent=&'.length;
    if (length > maxCharacters) throw clientError('INVALID_ARGUMENT', { message: 'An id is too long.' });
    characters += length;
    if (characters > maxCharacters || (queries.at(-1)?.size ?? 0) >= maxNamed) {
      queries.push(new URLSearchParams());
      characters = length;
    }
    queries.at(-1)?.append('agent', id);
  }
  return queries;
}
