/** A database for one part of the suite, removed afterwards. */
import { randomUUID } from 'node:crypto';
import { requirePostgres } from '../../packages/server/src/stores/postgres/require-postgres.support.js';
import type { FaultResult } from './fault-part.js';

/** Runs a part with the address of an empty database; without a PostgreSQL server the part is skipped. */
export async function withDatabase(part: (url: string) => Promise<FaultResult>): Promise<FaultResult> {
  const postgres = await requirePostgres();
  if (!postgres.reachable) {
    return {
      title: 'PostgreSQL',
      method: '',
      counts: new Map(),
      violations: [],
      skipped: 'PostgreSQL is not reachable',
    };
  }
  const name = `dragoman_faults_${randomUUID().replaceAll('-', '')}`;
  await postgres.execute(`CREATE DATABASE ${name}`);
  try {
    return await part(Object.assign(new URL(postgres.url), { pathname: `/${name}` }).href);
  } finally {
    await postgres.execute(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
  }
}
