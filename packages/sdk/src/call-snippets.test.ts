import { describe, expect, it } from 'vitest';
import { snippetForms, writeCallSnippet } from './call-snippets.js';

const call = {
  baseUrl: 'http://127.0.0.1:4780/',
  agent: 'freight desk',
  operation: 'quote',
  input: { to: "O'Porto; rm -rf $HOME", weight: 2 },
};

describe('writeCallSnippet', () => {
  it('writes curl with quoted words, and without a secret', () => {
    expect(writeCallSnippet({ ...call, dryRun: true }, 'curl')).toBe(
      [
        'curl -X POST http://127.0.0.1:4780/agents/freight%20desk/invoke/quote',
        "-H 'Content-Type: application/json'",
        '-H "Authorization: Bearer $DRAGOMAN_KEY"',
        "-H 'X-Dry-Run: true'",
        `--data-raw '{"to":"O'\\''Porto; rm -rf $HOME","weight":2}'`,
      ].join(' \\\n  '),
    );
  });

  it('sends no credential in calls without a key', () => {
    for (const form of ['curl', 'sdk'] as const) {
      expect(writeCallSnippet({ ...call, keyed: false }, form)).not.toMatch(/Authorization|credential/);
    }
  });

  it('writes a JSON-RPC message for MCP', () => {
    expect(JSON.parse(writeCallSnippet(call, 'json-rpc'))).toEqual({
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: { name: 'quote', arguments: call.input },
    });
  });

  it('writes code in which every value is a literal', () => {
    const code = writeCallSnippet({ ...call, input: { text: '`$x`"\u2028</script>' } }, 'sdk');
    expect(code).toContain('createClient({ baseUrl: "http://127.0.0.1:4780/", credential: {');
    expect(code).toContain('client.agents.invoke("freight desk", {\n  "text": "`$x`\\"');
    expect(code).toContain('{"operation":"quote"}');
  });

  it('writes a command with typed inputs, or with the whole input on standard input', () => {
    expect(writeCallSnippet(call, 'command')).toBe(
      `dragoman call 'freight desk' quote --input 'to:="O'\\''Porto; rm -rf $HOME"' --input weight:=2 --server http://127.0.0.1:4780/`,
    );
    const odd = { ...call, input: { 'a.b': 1 }, dryRun: true };
    expect(writeCallSnippet(odd, 'command')).toBe(
      `printf %s '{"a.b":1}' | dragoman call 'freight desk' quote --input - --server http://127.0.0.1:4780/ --dry-run`,
    );
  });

  it('never breaks out of its quotes, whatever the names are', () => {
    const hostile = { baseUrl: 'https://x.example', agent: "a'; echo pwned #", operation: '$(id)\n`id`', input: [] };
    for (const form of snippetForms) {
      const text = writeCallSnippet(hostile, form);
      if (form === 'curl') expect(text).not.toMatch(/\$\(id\)|`id`/);
      if (form === 'command') expect(text).toContain(`'a'\\''; echo pwned #' '$(id)\n\`id\`'`);
    }
  });
});
