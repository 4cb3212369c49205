import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { systemClock } from '@dragoman/core/http';
import { describeStore } from '../../../../core/src/catalogue/store.contract.js';
import { openSqliteStore } from './open-sqlite-store.js';

describeStore('the SQLite store', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'dragoman-sqlite-'));
  const open = () => openSqliteStore({ path: join(folder, 'new', 'store.db'), clock: systemClock });
  let store = await open();
  return {
    store,
    async reopen() {
      await store.close();
      store = await open();
      return store;
    },
    async dispose() {
      await store.close();
      await rm(folder, { recursive: true });
    },
  };
});
