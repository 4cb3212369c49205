import { describe, expect, it } from 'vitest';
import { rpcResult } from '../../../transport/json-rpc.js';
import { answerMeta, metaNames, writeResult } from './answer-meta.js';

const toolMeta = { [metaNames.agent]: '/agents/weather', 'dragoman/version': 3 };
const traceId = '0af7651916cd43dd8448eb211c80319c';
const content = [{ type: 'text', text: '{"sum":3} "quoted" \u2028 \ud800' }];

describe('the JSON of a tool result', () => {
  it.each([{ content, structuredContent: { sum: 3 } }, { content, isError: false }, { content: [] }])(
    'is that of JSON.stringify: %j',
    (members) => {
      const result = { ...members, _meta: answerMeta(toolMeta, { agentId: 'weather', traceId }) };
      for (const id of [7, -0, 1.5, 1e21, 'a "text"']) {
        expect(writeResult(id, result)).toBe(JSON.stringify(rpcResult(id, result)));
      }
    },
  );

  it('has the members of a copy of the metadata', () => {
    const meta = answerMeta(toolMeta, { agentId: 'weather', traceId });
    const copy = { content, _meta: { ...meta, more: true } };
    expect(writeResult(1, copy)).toBe(JSON.stringify(rpcResult(1, copy)));
    expect(JSON.parse(writeResult(1, copy)).result._meta).toEqual({ ...meta, more: true });
  });

  it('names the service of the call where the tool does not', () => {
    const bare = { 'dragoman/version': 1 };
    const originOf = (agentId: string) =>
      JSON.parse(writeResult(1, { _meta: answerMeta(bare, { agentId, traceId }) })).result._meta[metaNames.origin];
    expect([originOf('one'), originOf('two')]).toEqual(['one', 'two']);
  });
});
