import { systemClock } from '@dragoman/core/http';
import { describe, expect, it } from 'vitest';
import { openEmbedder } from './open-embedder.js';

const context = { clock: systemClock, outbound: { allow: [], allowHttp: false, connectTimeoutMs: 1000 } };
const remote = { kind: 'remote', model: 'm', dimensions: 3, timeoutMs: 50 } as const;

describe('openEmbedder', () => {
  it('opens a built-in model', async () => {
    const opened = await openEmbedder({ kind: 'instant' }, context);
    expect(opened.embedder.dimensions).toBe(256);
    await opened.close();
  });

  it.each([
    'http://embeddings.example/v1/embeddings',
    'https://user:secret@embeddings.example/',
    'https://127.0.0.1/',
    'nonsense',
  ])('rejects the address %s at once', async (url) => {
    await expect(openEmbedder({ ...remote, url }, context)).rejects.toMatchObject({ code: 'UPSTREAM_REFUSED' });
  });
});
