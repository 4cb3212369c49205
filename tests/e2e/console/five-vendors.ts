/** Five real vendors with more than 2,000 operations, whose calls go to a service on this machine. */
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import type { Client } from '@dragoman/sdk';

const folder = process.env.DRAGOMAN_CORPUS ?? fileURLToPath(new URL('../../../../shared/corpus', import.meta.url));

const documents = {
  github: 'sample3/APIs-guru__github.com_ghes-2.18_1.1.4_openapi.yaml.gz',
  gitlab: 'sample2/APIs-guru__gitlab.com_v3_swagger.yaml.gz',
  stripe: 'big/APIs-guru__stripe.com_2022-11-15_openapi.yaml.gz',
  linode: 'sample3/APIs-guru__linode.com_4.151.1_openapi.yaml.gz',
  netbox: 'sample3/APIs-guru__netboxdemo.com_2.8_openapi.yaml.gz',
};

const paths = Object.entries(documents).map(([id, file]) => [id, `${folder}/openapi/${file}`] as const);

/** True when the corpus with their descriptions is on this machine. */
export const hasFiveVendors = paths.every(([, path]) => existsSync(path));

if (!hasFiveVendors) console.warn(`There is no corpus at ${folder}: the test with five real vendors is SKIPPED`);

/** Imports their descriptions; returns the number of operations. */
export async function addFiveVendors(client: Client, server: string): Promise<number> {
  for (const [id, path] of paths) {
    const text = gunzipSync(readFileSync(path)).toString();
    const { results } = await client.imports.create([{ text, curation: { id, server, max: 600 } }]);
    if (results[0]?.outcome !== 'created') throw new Error(`${id}: ${JSON.stringify(results[0]).slice(0, 500)}`);
  }
  let count = 0;
  for await (const { operations } of client.agents.listServices()) count += operations;
  return count;
}
