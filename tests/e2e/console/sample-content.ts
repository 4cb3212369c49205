/** Content for the tests and screenshots of the console: real descriptions, and texts of a hostile provider. */
import { readFileSync } from 'node:fs';
import type { AgentDocument, Client } from '@dragoman/sdk';

/** Ids and descriptions of the real services. */
const documents = {
  pets: 'browser/petstore-expanded.swagger.json',
  tickets: 'browser/security.json',
  posts: 'json-server.openapi.json',
};

/** Names and descriptions that must be shown as text, whatever they contain. */
export const hostileTexts = [
  '<script>document.title = "taken"</script><img src=x onerror="document.title=\'taken\'">',
  `Pay\u202etxt.exe\u202c with\u200b zero-width and \u2066isolated\u2069 parts`,
  `${'W'.repeat(10_000)}`,
  'خدمة الطقس في الميناء שירות',
  '港口天气服务：潮汐、风速与能见度的预报',
  '[link](javascript:alert(1)) **bold** {{template}} %7B%7D',
] as const;

/** Imports the documents. */
export async function addRealServices(client: Client): Promise<void> {
  for (const [id, name] of Object.entries(documents)) {
    const text = readFileSync(new URL(`../fixtures/${name}`, import.meta.url), 'utf8');
    await client.imports.create([{ document: JSON.parse(text) as AgentDocument, curation: { id } }]);
  }
}

/** Registers one service per hostile text. */
export async function addHostileServices(client: Client): Promise<void> {
  for (const [at, text] of hostileTexts.entries()) {
    await client.agents.register({
      id: `hostile-${at}`,
      name: text.slice(0, 200),
      description: text.slice(0, 4000),
      capabilities: ['testing'],
      tags: ['hostile'],
      endpoint: `https://hostile-${at}.example/api`,
      operations: [{ name: 'run', description: text.slice(0, 2000), inputs: { type: 'object' }, outputs: {} }],
    });
  }
}

/** Registers many small services. */
export async function addManyServices(client: Client, count: number): Promise<void> {
  const register = (at: number) =>
    client.agents.register({
      id: `berth-${at}`,
      name: `Berth ${at}`,
      description: `Reserves berth ${at} of the harbor.`,
      capabilities: ['reservation'],
      tags: [at % 2 === 0 ? 'north pier' : 'south pier'],
      endpoint: `https://berth-${at}.example/api`,
      operations: [{ name: 'reserve', description: 'Reserves the berth.', inputs: { type: 'object' }, outputs: {} }],
    });
  for (let at = 0; at < count; at += 20) {
    await Promise.all(Array.from({ length: Math.min(20, count - at) }, (_, more) => register(at + more)));
  }
}
