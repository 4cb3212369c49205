/** Checks of what the server connects to: database, Redis, token issuers, the embedding model. */
import type { Store } from '@dragoman/core/engine';
import { checkExposure } from '../access/check-exposure.js';
import type { Config } from '../config/config.js';
import { hideCredentials } from '../config/describe-config.js';
import { isStartRefused } from '../config/start-refused.js';
import { embedderTrouble } from '../embedders/embedder-trouble.js';
import { openRedisLink } from '../redis/redis-link.js';
import type { StoreLogger } from '../stores/index.js';
import { readSchemaVersion, StoreOpenError } from '../stores/index.js';
import type { Finding } from './check.js';
import { compareClocks, good, problem, warning } from './check.js';

const silent = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} };

type OpenStore = (logger: StoreLogger) => Promise<Store>;

/** The database: reachable, of this version, readable with the sealing key. It is not migrated. */
export async function checkStore(config: Config, openStore: OpenStore): Promise<Finding[]> {
  const { path, databaseUrl } = config.store;
  const name = databaseUrl === undefined ? path : hideCredentials(databaseUrl);
  try {
    const version = await readSchemaVersion({ path, databaseUrl });
    if (version === undefined) return [good('store', `${name} is created at the first start.`), ...exposure(config, 0)];
    const { found, needed, now, server } = version;
    const clock = now === undefined ? [] : [compareClocks('the database', now, Date.now())];
    const which = server === undefined ? name : `${name}, PostgreSQL ${server}`;
    if (found > needed) {
      const fix = 'Run the newer version of Dragoman, or restore a backup made before the upgrade.';
      return [problem('store', `${which}: schema ${found} is newer than this program's ${needed}.`, fix), ...clock];
    }
    if (found < needed) {
      const detail = `${which}: schema ${found}; the next start migrates it to ${needed}.`;
      const state =
        found === 0 ? good('store', detail) : warning('store', detail, 'Take a backup first: dragoman backup <file>');
      return [state, ...clock];
    }
    return [good('store', `${which} responds; schema ${found}.`), ...clock, ...(await checkContent(config, openStore))];
  } catch (error) {
    if (error instanceof StoreOpenError) return [problem('store', error.message, error.help)];
    return [problem('store', describe(error), 'See the settings of the group store.')];
  }
}

async function checkContent(config: Config, openStore: OpenStore): Promise<Finding[]> {
  try {
    const store = await openStore(silent);
    try {
      await store.secret('cursor');
      const keys = await store.keys.countUsable(new Date().toISOString());
      return [good('keys', `${keys} usable API ${keys === 1 ? 'key' : 'keys'}.`), ...exposure(config, keys)];
    } finally {
      await store.close();
    }
  } catch (error) {
    const fix =
      isStartRefused(error) || error instanceof StoreOpenError
        ? error.help
        : 'Restore the sealing key that the store was used with.';
    return [problem('sealing key', describe(error), fix)];
  }
}

function exposure(config: Config, usableKeys: number): Finding[] {
  try {
    checkExposure(config, usableKeys);
    return [];
  } catch (error) {
    return [problem('exposure', describe(error), isStartRefused(error) ? error.help : '')];
  }
}

/** Redis, where it is configured: password, clock. */
export async function checkRedis({ redis: { url, timeoutMs } }: Config): Promise<Finding[]> {
  if (url === undefined) return [];
  const link = await openRedisLink({ url, timeoutMs }, silent);
  try {
    const { connected, reason = 'no answer' } = link.state();
    const name = hideCredentials(url);
    if (!connected) {
      const fix =
        'Check redis.url, its user and password, and that Redis runs. Until then each node counts limits itself.';
      return [problem('redis', `${name}: ${reason.replace(/\.$/, '')}.`, fix)];
    }
    const [seconds, micros] = (await link.send(['TIME'])) as [string, string];
    const theirs = Number(seconds) * 1000 + Number(micros) / 1000;
    return [good('redis', `${name} responds.`), compareClocks('Redis', theirs, Date.now())];
  } catch (error) {
    return [problem('redis', describe(error), 'Check redis.url.')];
  } finally {
    await link.close();
  }
}

/** Key sets of token issuers. */
export async function checkIssuers({ auth }: Config): Promise<Finding[]> {
  const addresses = auth.jwt.issuers.flatMap(({ jwksUri }) => (jwksUri === undefined ? [] : [jwksUri]));
  if (auth.oidc.issuer !== undefined) {
    addresses.push(`${auth.oidc.issuer.replace(/\/$/, '')}/.well-known/openid-configuration`);
  }
  return Promise.all(
    addresses.map(async (address) => {
      try {
        const { status } = await fetch(address, { signal: AbortSignal.timeout(5000), redirect: 'error' });
        if (status === 200) return good('issuers', `${address} responds.`);
        return problem('issuers', `${address} responds with status ${status}.`, 'Correct the address of the issuer.');
      } catch (error) {
        return problem('issuers', `${address}: ${describe(error)}`, 'Check the address and the network.');
      }
    }),
  );
}

/** The files of the built-in model. */
export async function checkModel({ search: { embedder, remote } }: Config): Promise<Finding[]> {
  if (embedder === 'none') return [good('model', 'Search uses words only (search.embedder: none).')];
  if (embedder === 'remote') {
    if (remote.url !== undefined && remote.model !== undefined && remote.dimensions !== undefined) {
      return [good('model', `Vectors come from ${hideCredentials(remote.url)}.`)];
    }
    return [problem('model', 'search.embedder is remote.', 'Set search.remote.url, .model and .dimensions.')];
  }
  try {
    const { createEmbedder } = await import('@dragoman/embedder');
    await createEmbedder({ tier: embedder });
    return [good('model', `The files of the model "${embedder}" are complete.`)];
  } catch (error) {
    return [
      problem('model', `The model cannot be used: ${embedderTrouble(error)}.`, 'Install @dragoman/embedder again.'),
    ];
  }
}

function describe(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const cause = error.cause instanceof Error ? ` (${error.cause.message})` : '';
  return `${error.message}${cause}`.slice(0, 400);
}
