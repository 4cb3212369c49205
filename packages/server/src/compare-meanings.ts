/** Compares new entries with the meaning of all others: at once, or later when the vectors exist. */
import type { NameIndex, Store } from '@dragoman/core/engine';
import { createFindNearMeaning, recheckSimilarity } from '@dragoman/core/engine';
import type { Clock } from '@dragoman/core/http';
import { newTraceId } from '@dragoman/core/http';
import type { Config } from './config/config.js';
import type { CrawlPorts } from './crawl/crawl-source.js';
import type { DeferredSimilarityChecks } from './search/deferred-similarity-checks.js';
import { startDeferredSimilarityChecks } from './search/deferred-similarity-checks.js';
import { minSimilarity } from './search/min-similarity.js';
import type { OpenSearch } from './search/open-search.js';
import { startSimilarityBacklog } from './search/similarity-backlog.js';

/** Dependencies. */
export interface CompareMeaningsPorts {
  config: Pick<Config, 'registry'>;
  clock: Clock;
  /** Clock of leases. */
  steady: Clock;
  store: Store;
  index: CrawlPorts['index'];
  names: NameIndex;
  search: Pick<OpenSearch, 'index' | 'meaning' | 'waiting'>;
  report: (during: string) => (error: unknown) => void;
}

/** Meanings are compared where they exist and a policy uses them. */
export function compareMeanings(ports: CompareMeaningsPorts): Pick<CrawlPorts, 'nearMeaning' | 'compareLater'> & {
  deferredSimilarityChecks?: Pick<DeferredSimilarityChecks, 'stop'>;
} {
  const { store, search } = ports;
  const { lookAlikes: policy } = ports.config.registry;
  if (search.meaning === undefined || policy === 'ignore') return {};
  const isBusy = () => search.waiting() > 0;
  const nearMeaning = createFindNearMeaning({
    finder: search.index,
    meaning: search.meaning,
    entries: store.entries,
    minSimilarity,
  });
  const deferredSimilarityChecks = startDeferredSimilarityChecks({
    isBusy,
    look: (id) => recheckSimilarity({ ...ports, nearMeaning, policy, newTraceId }, id),
    onError: ports.report('look-alikes'),
    everyMs: 1000,
  });
  const backlog = startSimilarityBacklog({
    checks: deferredSimilarityChecks,
    ...store,
    clock: ports.steady,
    onError: ports.report('look-alikes'),
  });
  return {
    // While the model computes missing vectors, registrations do not wait for it.
    nearMeaning: async (draft) => (isBusy() ? undefined : nearMeaning(draft)),
    compareLater: backlog.add,
    deferredSimilarityChecks: {
      stop() {
        backlog.stop();
        return deferredSimilarityChecks.stop();
      },
    },
  };
}
