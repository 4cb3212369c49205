import { describe, expect, it } from 'vitest';
import { mcpClients, mcpEndpoint, mcpOptions, mcpServerName } from './mcp-clients.js';

const endpoint = mcpEndpoint('https://registry.example/', { kind: 'toolset', id: 'harbor desk/é' });
const target = { endpoint, words: ['dragoman', 'mcp'], keyed: true };

function linkOf(wanted: string): string {
  const client = mcpClients.find(({ name }) => name === wanted);
  return client?.link?.('dragoman', client.entry(target)) ?? '';
}

describe('links that add the server to a client', () => {
  it('have the entry of the configuration, and no key', () => {
    const entry = { url: endpoint, headers: { Authorization: `Bearer ${'$'}{env:DRAGOMAN_KEY}` } };
    const cursor = new URL(linkOf('cursor'));
    expect([cursor.protocol, cursor.host, cursor.pathname]).toEqual([
      'cursor:',
      'anysphere.cursor-deeplink',
      '/mcp/install',
    ]);
    expect(cursor.searchParams.get('name')).toBe('dragoman');
    expect(JSON.parse(atob(cursor.searchParams.get('config') ?? ''))).toEqual(entry);
    const [scheme, config = ''] = linkOf('vscode').split('?');
    expect(scheme).toBe('vscode:mcp/install');
    expect(JSON.parse(decodeURIComponent(config))).toEqual({ name: 'dragoman', type: 'http', ...entry });
  });

  it('exist only for clients that have them', () => {
    expect(mcpClients.filter(({ link }) => link !== undefined).map(({ name }) => name)).toEqual(['cursor', 'vscode']);
  });
});

describe('names of servers', () => {
  it('name what the client gets, in characters that every client accepts', () => {
    expect(mcpServerName({ kind: 'everything' })).toBe('dragoman');
    expect(mcpServerName({ kind: 'toolset', id: 'harbor desk/é' })).toBe('dragoman-harbor-desk-');
  });
});

describe('a part of the tools', () => {
  it('is in the address and in the options of the command', () => {
    const selection = { kind: 'agent', id: 'github' } as const;
    const subset = { query: 'triage & label', tags: ['issues', 'labels'], limit: 10 };
    expect(mcpEndpoint('https://r.example', selection, subset)).toBe(
      'https://r.example/agents/github/mcp?query=triage+%26+label&tags=issues%2Clabels&limit=10',
    );
    expect(mcpOptions(selection, subset).join(' ')).toBe(
      '--agent github --query triage & label --tag issues --tag labels --limit 10',
    );
    expect(mcpOptions({ kind: 'everything' })).toEqual([]);
  });
});
