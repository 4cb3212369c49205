import type { ImportResult } from '@dragoman/sdk';
import { readImportText } from '@dragoman/sdk';
import { describe, expect, it } from 'vitest';
import { recognized, suggestId, toCommand, toDrafts, toItem, toStdioCommand } from './draft.js';

const preview: NonNullable<ImportResult['preview']> = {
  protocol: 'openapi',
  id: 'pets',
  name: 'Pets',
  description: '',
  visibility: 'private',
  servers: ['https://pets.example'],
  credential: { type: 'none' },
  tokens: 20,
  operations: ['list', "it's"].map((name) => ({ name, summary: '', tags: [], derived: [], tokens: 10 })),
};
const url = 'https://pets.example/openapi.json';

function draftOf(results: ImportResult[] = [{ index: 0, status: 201, preview }]) {
  const [draft] = toDrafts([{ item: { url }, label: url }], results);
  if (draft === undefined) throw new Error('no draft');
  return draft;
}

describe('a draft of an import', () => {
  it('is imported as it is when nothing was changed', () => {
    expect(draftOf().edit.wanted).toBe(true);
    expect(toItem(draftOf())).toEqual({ url });
    expect(toCommand('http://127.0.0.1:4780/', draftOf())).toBe(`dragoman add ${url}`);
  });

  it('carries every change, also as a command', () => {
    const draft = draftOf();
    const edit = { ...draft.edit, id: 'my-pets ', visibility: 'public' as const, leftOut: new Set(['list']) };
    const changed = { ...draft, edit: { ...edit, server: 'https://test.example' } };
    expect(toItem(changed)).toEqual({
      url,
      curation: { id: 'my-pets', server: 'https://test.example', visibility: 'public', operations: ["it's"] },
    });
    expect(toCommand('http://127.0.0.1:4780/', changed)).toBe(
      `dragoman add ${url} --id my-pets --call-at https://test.example --public --operation 'it'\\''s'`,
    );
  });

  it('keeps several addresses unless one is given for all', () => {
    const several = draftOf([
      { index: 0, status: 201, preview: { ...preview, servers: ['https://a.example', 'https://b.example'] } },
    ]);
    expect(several.edit.server).toBe('');
    expect(toItem(several)).toEqual({ url });
  });

  it('suggests a short id for a service whose id was derived', () => {
    const id = 'box-platform-api-de52c3a7';
    expect(suggestId({ id, name: ' Box Platform: API! ' })).toBe('box-platform-api');
    expect(suggestId({ id, name: '天気' })).toBeUndefined();
    expect(suggestId(preview)).toBeUndefined();
  });

  it('with several services, or none, is imported as it is or not at all', () => {
    expect(toItem(draftOf([0, 1].map((card) => ({ index: 0, card, status: 201, preview }))))).toEqual({ url });
    expect(draftOf([{ index: 0, status: 422 }]).edit.wanted).toBe(false);
  });
});

describe('a pasted text', () => {
  it('is named, and a command is turned into one that adds it to the server', () => {
    expect(recognized(readImportText(' '))).toBe('Paste something, or drop files here.');
    expect(recognized(readImportText(`${url}\n${url}`))).toBe('2 URLs, which the server reads itself.');
    const text = readImportText("npx -y @modelcontextprotocol/server-filesystem '/srv/my docs'");
    expect(recognized(text)).toBe('A command that starts an MCP server.');
    expect(text.commands.map((command) => toStdioCommand('http://127.0.0.1:4780', command))).toEqual([
      "dragoman servers add server-filesystem --import -- npx -y @modelcontextprotocol/server-filesystem '/srv/my docs'",
    ]);
    const [withVariable] = readImportText('{"mcpServers": {"a": {"command": "b", "env": {"T": "secret"}}}}').commands;
    expect(withVariable && toStdioCommand('http://127.0.0.1:4780', withVariable)).toBe(
      'dragoman servers add a --env T --import -- b',
    );
  });
});
