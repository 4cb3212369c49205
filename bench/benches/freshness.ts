/**
 * Whether a new service is found at once: its rank in search and in resolution right after its 201, and again when it
 * has its vector, at several catalogue sizes, also while the vectors of the whole catalogue are still being computed.
 */
import { createMemoryStore } from '@dragoman/core/engine';
import type { JsonObject } from '@dragoman/model';
import { createServer, loadConfig } from '@dragoman/server';
import type { Bench, BenchOptions, BenchReport } from '../bench.js';
import { loadCatalogue, makeQueries } from '../catalogue.js';
import { toDocument } from '../registration.js';

const sizes = [100, 1_000, 5_000];
const quickSizes = [100, 1_000];
/** New services for each size. */
const tries = 30;
const importPortion = 200;
/** Hits among which the new service is looked for. */
const depth = 100;

/** The instant model soon has all vectors; the precise one computes those of the catalogue for minutes. */
const situations = [
  { embedder: 'instant', name: 'complete' },
  { embedder: 'precise', name: 'being computed' },
] as const;

type Situation = (typeof situations)[number];

interface Client {
  send(path: string, body?: JsonObject): Promise<JsonObject>;
  waiting(): Promise<number>;
  close(): Promise<void>;
}

async function openClient({ embedder }: Situation): Promise<Client> {
  const flags = { 'log-level': 'silent', 'search.embedder': embedder, 'limits.importBodyBytes': 50_000_000 };
  const server = await createServer(loadConfig({ environment: {}, flags }), { store: createMemoryStore() });
  const send = async (path: string, body?: JsonObject) => {
    const headers = { 'content-type': 'application/json' };
    const init = body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) };
    const response = await server.fetch(new Request(`http://127.0.0.1${path}`, { ...init, headers }));
    if (!response.ok) throw new Error(`${path} was answered with ${response.status}: ${await response.text()}`);
    return (await response.json()) as JsonObject;
  };
  const waiting = async () => Number(((await send('/readyz')).search as JsonObject).vectors_waiting ?? 0);
  return { send, waiting, close: () => server.close() };
}

async function untilComplete({ waiting }: Client): Promise<void> {
  while ((await waiting()) > 0) await new Promise((resolve) => setTimeout(resolve, 20));
}

/** Rank of a service, from 1; infinite when it is not among the hits. */
function rankOf(list: unknown, id: string): number {
  const at = (list as { id: string }[]).findIndex((hit) => hit.id === id);
  return at < 0 ? Number.POSITIVE_INFINITY : at + 1;
}

interface Ranks {
  search: number;
  resolve: number;
}

async function ranksOf({ send }: Client, query: string, id: string): Promise<Ranks> {
  const found = await send('/agents/search', { query, top: depth });
  const resolved = await send('/agents/resolve', { intent: query, top: 20 });
  return { search: rankOf(found.results, id), resolve: rankOf(resolved.candidates, id) };
}

interface Measured {
  /** Operations without a vector when the first new service was registered. */
  waiting: number;
  atOnce: Ranks[];
  /** With their vectors; empty when these would take minutes. */
  later: Ranks[];
}

async function measure(situation: Situation, count: number, { progress }: BenchOptions): Promise<Measured> {
  const { entries } = loadCatalogue(count + tries);
  const documents = entries.map(toDocument);
  const client = await openClient(situation);
  try {
    for (let from = tries; from < documents.length; from += importPortion) {
      await client.send('/imports', {
        items: documents.slice(from, from + importPortion).map((document) => ({ document })),
      });
    }
    if (situation.embedder === 'instant') await untilComplete(client);
    const waiting = await client.waiting();
    progress(`${count} services, ${waiting} vectors wait`);
    const queries = entries.slice(0, tries).map((entry) => makeQueries([entry], 1)[0]?.text ?? '');
    const atOnce: Ranks[] = [];
    for (const [at, query] of queries.entries()) {
      const document = documents[at] ?? {};
      await client.send('/agents', document);
      atOnce.push(await ranksOf(client, query, String(document.id)));
    }
    const later: Ranks[] = [];
    if (situation.embedder === 'instant') {
      await untilComplete(client);
      for (const [at, query] of queries.entries()) later.push(await ranksOf(client, query, String(documents[at]?.id)));
    }
    return { waiting, atOnce, later };
  } finally {
    await client.close();
  }
}

const within = (ranks: readonly Ranks[], by: keyof Ranks, most: number) =>
  ranks.filter((rank) => rank[by] <= most).length;

function tell(ranks: readonly Ranks[], by: keyof Ranks, most: number): string {
  return ranks.length === 0 ? '' : `${within(ranks, by, most)} of ${ranks.length}`;
}

/** Ranks of new services. */
export const freshness: Bench = {
  name: 'freshness',
  summary: 'New services in search and resolution right after their 201, at several catalogue sizes (--scale 50000).',
  async run(options) {
    const report: BenchReport = { tables: [], notes: [], figures: {} };
    const rows: (string | number)[][] = [];
    const usual = options.quick ? quickSizes : sizes;
    for (const count of options.scale.length === 0 ? usual : options.scale) {
      for (const situation of situations) {
        const { waiting, atOnce, later } = await measure(situation, count, options);
        rows.push([
          count,
          situation.name,
          waiting,
          tell(atOnce, 'search', depth),
          tell(atOnce, 'search', 10),
          tell(later, 'search', 10),
          tell(atOnce, 'resolve', 5),
          tell(later, 'resolve', 5),
        ]);
        const prefix = `freshness.${count}.${situation.embedder}`;
        report.figures[`${prefix}.search_first_hundred_share`] = within(atOnce, 'search', depth) / tries;
        report.figures[`${prefix}.resolve_first_five_share`] = within(atOnce, 'resolve', 5) / tries;
      }
    }
    report.tables.push({
      title: 'new services right after their 201',
      columns: [
        'services',
        'vectors of the catalogue',
        'waiting',
        'search, first 100',
        'first 10',
        'first 10, with vector',
        'resolve, first 5',
        'first 5, with vector',
      ],
      rows,
    });
    report.notes.push(
      `Each of ${tries} new services is registered, and searched for at once with three to eight consecutive words of its name and description, which others may match better.`,
      'Complete: the instant model, after it computed all vectors. Being computed: the precise model, right after the import.',
    );
    return report;
  },
};
