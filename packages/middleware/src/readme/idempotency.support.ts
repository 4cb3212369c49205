import {
  addProperties,
  createIdempotency,
  createPostgresIdempotencyStore,
  type IdempotencyStore,
  type PostgresPool,
} from '@dragoman/middleware';

let orders = 0;

export function createShop(store: IdempotencyStore) {
  return addProperties(() => {
    orders += 1;
    return Response.json({ order: orders }, { status: 201 });
  }, [createIdempotency({ store, windowSeconds: 86_400 })]);
}

/** `pool` is the one that the application already has. */
export const createSharedShop = (pool: PostgresPool) => createShop(createPostgresIdempotencyStore(pool));
