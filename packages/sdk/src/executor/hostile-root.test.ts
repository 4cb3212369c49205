/** Tests every signature rule with a violation: what an untrusted server cannot pass through the executor. */
import type { ToolSignature } from '@dragoman/model';
import { describe, expect, it } from 'vitest';
import type { BrokenSignature } from '../../../model/src/tool-signature/broken-signatures.support.js';
import { readBrokenSignatures } from '../../../model/src/tool-signature/broken-signatures.support.js';
import { refillTool } from '../../../model/src/tool-signature/signature.support.js';
import { createRig } from './session.support.js';
import { createToolRoot } from './tool-root.js';
import { createToolServer, weather } from './tool-server.support.js';

const { toolId } = refillTool();
const table = readBrokenSignatures().map((row): [string, BrokenSignature] => [`${row.rule}, ${row.about}`, row]);

/** A server with one given signature, valid or not, and a valid one. */
function serve(signature: unknown) {
  const server = createToolServer({ tools: [weather] });
  const fetch: typeof server.fetch = async (address, request) => {
    const { pathname } = new URL(address);
    if (pathname.endsWith('/tools')) return Response.json({ items: [signature, weather], paging: { next: null } });
    if (pathname.includes(toolId) && request.method !== 'POST') return Response.json(signature);
    return server.fetch(address, request);
  };
  return { ...server, fetch, server };
}

describe('a signature that violates a rule', () => {
  it.each(table)('is omitted from a list and reported, or tolerated: %s', async (_, { signature, stranger }) => {
    const { root, fetch } = serve(signature);
    const faults: unknown[] = [];
    const client = createToolRoot({ label: 'w', root, fetch }, { onListFault: (fault) => faults.push(fault) });
    const listed: ToolSignature[] = [];
    for await (const tool of client.list()) listed.push(tool);
    expect([listed.length, faults.length]).toEqual(stranger === 'refused' ? [1, 1] : [2, 0]);
  });

  it.each(table.filter(([, { stranger }]) => stranger === 'refused'))(
    'is never shown to a model or invoked: %s',
    async (_, { signature }) => {
      const { server, ...served } = serve(signature);
      const { executor } = createRig([served], { tools: [{ tool: toolId }, { tool: weather.name }] });
      const started = await executor.startSession().then(
        (session) => session,
        (reason: unknown) => reason,
      );
      expect(started).toBeInstanceOf(Error);
      expect(String(started)).not.toContain('at ');
      expect(server.invoked()).toEqual([]);
    },
  );
});
