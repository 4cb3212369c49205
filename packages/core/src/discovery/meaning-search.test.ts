import { createMemoryVectors } from '../catalogue/memory-vectors.js';
import { describeMeaningSearch } from './meaning-search.contract.js';

describeMeaningSearch('the in-memory index', async () => {
  const vectors = createMemoryVectors();
  return { vectors, another: async () => vectors, dispose: async () => undefined };
});
