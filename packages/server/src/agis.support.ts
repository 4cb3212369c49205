/** A server with AGIS services for tests: documents of the fixtures registered, services that follow a script. */
import { readFileSync } from 'node:fs';
import { parseAgis } from '@dragoman/agis';
import type { JsonObject } from '@dragoman/model';
import type { Script } from './tools.support.js';
import { start } from './tools.support.js';

/** The text of a fixture of the AGIS folder. */
export function agisText(name: string): string {
  return readFileSync(new URL(`../../core/src/protocols/agis/fixtures/${name}.agis`, import.meta.url), 'utf8');
}

/** The document of a fixture, with these members overridden. */
export function agisDocument(name: string, change: JsonObject = {}): JsonObject {
  const { value } = parseAgis(new TextEncoder().encode(agisText(name)));
  return { ...(value?.document as JsonObject), ...change };
}

/** Starts a server with these documents registered; returns their ids in order. */
export async function startWith(documents: readonly JsonObject[], script?: Script) {
  const server = await start(script);
  const answer = await server.ask('POST', '/imports', {
    body: { items: documents.map((document) => ({ document })) },
  });
  const { results } = (await answer.json()) as { results: { id?: string; error?: unknown }[] };
  const failed = results.find(({ error }) => error !== undefined);
  if (failed !== undefined) throw new Error(JSON.stringify(failed));
  return { ...server, ids: results.map(({ id }) => id ?? '') };
}
