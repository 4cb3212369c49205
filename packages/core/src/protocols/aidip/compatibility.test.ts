/** Requests of revision -00 clients, as recorded in its own samples: all succeed with -00 responses. */
import type { JsonObject } from '@dragoman/model';
import { describe, expect, it } from 'vitest';
import { json } from '../../gateway/gateway.support.js';
import { caller, createCallFace } from './call-face.support.js';
import recorded from './fixtures/older-revision.json' with { type: 'json' };

interface Recorded {
  method: string;
  path: string;
  body?: unknown;
  status: number;
  /** Members that the response must have, with their JSON types. */
  members: Record<string, string>;
  ids?: string[];
}

function jsonType(value: unknown): string {
  return Array.isArray(value) ? 'array' : value === null ? 'null' : typeof value;
}

describe('compatibility with revision -00', () => {
  it('[AIDIP-COMPAT-01] accepts its metadata, and answers its discovery and its calls in its form', async () => {
    const face = await createCallFace();
    const home = 'https://agents.harbourline.example';
    face.serve(`${home}/agents/translator-001`, () => json({ translated_text: 'Connaissement' }));
    face.serve(`${home}/summarize`, () => json({ summary: 'Short.' }));
    for (const document of recorded.documents as JsonObject[]) await face.register(document);
    for (const { method, path, body, status, members, ids } of recorded.requests as Recorded[]) {
      const answer = await face.send(method, path, { body, ...(path.endsWith('/invoke') ? { as: caller } : {}) });
      expect([path, answer.status]).toEqual([path, status]);
      for (const [member, type] of Object.entries(members)) {
        expect([path, member, jsonType(answer.object[member])]).toEqual([path, member, type]);
      }
      if (ids !== undefined) expect([path, body, answer.ids]).toEqual([path, body, ids]);
    }
  });
});
