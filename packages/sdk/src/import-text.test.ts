import { describe, expect, it } from 'vitest';
import { readImportText } from './import-text.js';

describe('readImportText', () => {
  it('recognizes URLs, one per line', () => {
    expect(readImportText(' https://a.example/openapi.json\n mcp+https://b.example/mcp ')).toEqual({
      kind: 'url',
      items: [{ url: 'https://a.example/openapi.json' }, { url: 'mcp+https://b.example/mcp' }],
      commands: [],
    });
    expect(readImportText('stdio:files').items).toEqual([{ url: 'stdio:files' }]);
  });

  it('splits mcpServers JSON into servers to import and commands to add, with their variables', () => {
    const text = JSON.stringify({
      mcpServers: {
        GitHub: { url: 'https://api.example/mcp', headers: { authorization: 'Bearer secret' } },
        'My Files': { command: 'npx', args: ['-y', 'server-files', 7], env: { TOKEN: 'secret' } },
        broken: 7,
      },
    });
    const read = readImportText(text);
    expect(read).toEqual({
      kind: 'mcp-servers',
      items: [{ url: 'https://api.example/mcp', curation: { id: 'github' } }],
      commands: [{ name: 'my-files', command: 'npx', args: ['-y', 'server-files', '7'], env: { TOKEN: 'secret' } }],
    });
  });

  it('recognizes a command with quoted arguments', () => {
    expect(readImportText(`npx -y @scope/server-files "/srv/my docs" 'a b' c\\ d`)).toMatchObject({
      kind: 'command',
      commands: [
        { name: 'server-files', command: 'npx', args: ['-y', '@scope/server-files', '/srv/my docs', 'a b', 'c d'] },
      ],
    });
    expect(readImportText('./server.py --fast').commands[0]).toMatchObject({ name: 'server', command: './server.py' });
  });

  it.each(['{"openapi": "3.1.0", "servers": {}}', 'openapi: 3.1.0\ninfo: {}', 'agis "1.0"', '{ broken', 'npx'])(
    'treats %j as a description',
    (text) => {
      expect(readImportText(text)).toEqual({ kind: 'description', items: [{ text }], commands: [] });
    },
  );

  it('handles empty and hostile texts in linear time', () => {
    expect(readImportText('  \n ').kind).toBe('empty');
    expect(readImportText(`npx ${'\\'.repeat(200_000)}`).kind).toMatch(/command|description/);
    expect(readImportText(`npx ${'"a'.repeat(100_000)}`).kind).toMatch(/command|description/);
    const many = Object.fromEntries(Array.from({ length: 500 }, (_, at) => [`s${at}`, { url: 'https://x.example' }]));
    expect(readImportText(JSON.stringify({ mcpServers: many })).items).toHaveLength(100);
  });
});
