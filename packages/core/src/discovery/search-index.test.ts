import { createMemoryStore } from '../catalogue/memory-store.js';
import { createDiscoveryIndex } from './discovery-index.js';
import { meaningShareOf } from './fuse.js';
import { describeSearchIndex } from './search-index.contract.js';
import { createVectorFeed } from './vectors/vector-feed.js';

describeSearchIndex(
  'memory',
  async (embedder) => {
    const store = createMemoryStore();
    const onError = (error: unknown) => {
      throw error;
    };
    const feed =
      embedder === undefined
        ? undefined
        : createVectorFeed({ embedder, store: store.vectors, share: meaningShareOf(embedder.model), onError });
    return {
      store,
      index: createDiscoveryIndex(feed === undefined ? {} : { feeds: [feed] }),
      settled: async () => feed?.settled(),
      close: async () => feed?.stop(),
    };
  },
  { meaning: true, catalogues: 5 },
);
