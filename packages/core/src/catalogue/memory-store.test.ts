import { createMemoryStore } from './memory-store.js';
import { describeStore } from './store.contract.js';

describeStore('the memory store', async () => {
  const store = createMemoryStore();
  return { store, reopen: async () => store, dispose: () => store.close() };
});
