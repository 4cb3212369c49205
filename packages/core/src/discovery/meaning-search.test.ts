import { createMemoryVectors } from '../catalogue/memory-vectors.js';
import { describeMeaningSearch } from './meaning-search.contract.js';

describeMeaningSearch('the index in memory', async () => {
  const vectors = createMemoryVectors();
  return { vectors, another: async () => vectors, dispose: async () => undefined };
});
