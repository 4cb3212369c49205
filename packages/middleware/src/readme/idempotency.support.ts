import {
  addProperties,
  createIdempotency,
  createPostgresStore,
  type PostgresPool,
  type PropertyStore,
} from '@dragoman/middleware';

let orders = 0;

export function createShop(store: PropertyStore) {
  return addProperties(() => {
    orders += 1;
    return Response.json({ order: orders }, { status: 201 });
  }, [createIdempotency({ store, windowSeconds: 86_400 })]);
}

/** `pool` is the application's existing one. */
export const createSharedShop = (pool: PostgresPool) => createShop(createPostgresStore(pool));
