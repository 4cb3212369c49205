import { systemClock } from '@dragoman/core/http';
import { describe } from 'vitest';
import { describeStore } from '../../../../core/src/catalogue/store.contract.js';
import { openPostgresStore } from './open-postgres-store.js';
import { requirePostgres } from './require-postgres.support.js';

const postgres = await requirePostgres();

describe.skipIf(!postgres.reachable)('PostgreSQL', () => {
  describeStore('the PostgreSQL store', async () => {
    const schema = postgres.newSchema();
    const open = () => openPostgresStore({ url: postgres.url, schema, clock: systemClock });
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
        await postgres.dropSchema(schema);
      },
    };
  });
});
