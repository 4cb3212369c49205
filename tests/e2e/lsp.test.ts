/** The language server with the protocol's own client library, and with Neovim where it is installed. */
import { execFileSync, spawn } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  CodeActionRequest,
  CompletionRequest,
  createProtocolConnection,
  DefinitionRequest,
  DidChangeTextDocumentNotification,
  DidOpenTextDocumentNotification,
  DocumentFormattingRequest,
  DocumentSymbolRequest,
  ExitNotification,
  HoverRequest,
  InitializeRequest,
  type ProtocolConnection,
  PublishDiagnosticsNotification,
  type PublishDiagnosticsParams,
  ShutdownRequest,
  StreamMessageReader,
  StreamMessageWriter,
} from 'vscode-languageserver-protocol/node';

const program = fileURLToPath(new URL('../../packages/cli/bin/dragoman.js', import.meta.url));
const neovimScript = fileURLToPath(new URL('./fixtures/lsp/neovim.lua', import.meta.url));

const openApi = `openapi: 3.1.0
info:
  title: Pets
  version: 1.0.0
paths:
  /pets:
    get:
      responses:
        '200':
          description: Pets
          content:
            application/json:
              schema:
                $ref: '#/components/schemas/Pet'
components:
  schemas:
    Pet:
      type: object
`;

const toolset = {
  format: 'dragoman-toolset',
  mode: 'chosen',
  tools: [
    {
      signature: {
        toolId: '7b8c0a54-6a2e-4c57-9f0e-0d6a4f6f1c11',
        name: 'find_pet',
        description: 'Finds a pet.',
        version: 1,
        currentVersion: 1,
        input_parameters: [{ id: 'name', name: 'name', description: 'Name.', type: 'string', required: true }],
        output_parameters: [{ id: 'pet_id', name: 'pet_id', description: 'Id.', type: 'string' }],
      },
    },
  ],
};

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'dragoman-lsp-'));
  await writeFile(join(folder, 'toolset.json'), JSON.stringify(toolset));
  await writeFile(join(folder, 'pets.yaml'), openApi);
});
afterAll(() => rm(folder, { recursive: true, force: true }));

describe('dragoman lsp with the client library of the protocol', () => {
  let connection: ProtocolConnection;
  let ended: Promise<number | null>;
  const published = new Map<string, PublishDiagnosticsParams>();
  const waiting = new Set<() => void>();

  beforeAll(async () => {
    const child = spawn(process.execPath, [program, 'lsp', '--export', join(folder, 'toolset.json')], {
      cwd: folder,
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    ended = new Promise((resolve) => child.once('exit', resolve));
    connection = createProtocolConnection(new StreamMessageReader(child.stdout), new StreamMessageWriter(child.stdin));
    connection.onNotification(PublishDiagnosticsNotification.type, (params) => {
      published.set(params.uri, params);
      for (const look of waiting) look();
    });
    connection.listen();
    const { capabilities } = await connection.sendRequest(InitializeRequest.type, {
      processId: process.pid,
      rootUri: null,
      capabilities: {},
    });
    expect(capabilities).toMatchObject({ hoverProvider: true, documentFormattingProvider: true });
  });

  /** The diagnostics of a version of a document. */
  async function diagnosticsOf(uri: string, version: number) {
    await new Promise<void>((resolve) => {
      const look = () => {
        if (published.get(uri)?.version !== version) return;
        waiting.delete(look);
        resolve();
      };
      waiting.add(look);
      look();
    });
    return published.get(uri)?.diagnostics ?? [];
  }

  async function open(name: string, languageId: string, text: string): Promise<string> {
    const uri = `file:///documents/${name}`;
    await connection.sendNotification(DidOpenTextDocumentNotification.type, {
      textDocument: { uri, languageId, version: 1, text },
    });
    return uri;
  }

  it('reports diagnostics, offers fixes, completes, explains, finds definitions, outlines and formats OpenAPI', async () => {
    const uri = await open('pets.yaml', 'yaml', openApi);
    const textDocument = { uri };
    const found = await diagnosticsOf(uri, 1);
    const missing = found.find(({ code }) => code === 'lint/operation-id-missing');
    expect(missing?.range.start).toEqual({ line: 6, character: 4 });
    const actions = await connection.sendRequest(CodeActionRequest.type, {
      textDocument,
      range: missing?.range ?? { start: { line: 0, character: 0 }, end: { line: 0, character: 0 } },
      context: { diagnostics: [] },
    });
    expect(actions?.map(({ title }) => title)).toContain('Add the operationId listPets');
    const at = { textDocument, position: { line: 13, character: 30 } };
    expect(await connection.sendRequest(DefinitionRequest.type, at)).toMatchObject({
      uri,
      range: { start: { line: 16 } },
    });
    expect(JSON.stringify(await connection.sendRequest(HoverRequest.type, at))).toContain('Type: object');
    const symbols = await connection.sendRequest(DocumentSymbolRequest.type, { textDocument });
    expect(JSON.stringify(symbols)).toContain('GET /pets');
    await connection.sendNotification(DidChangeTextDocumentNotification.type, {
      textDocument: { uri, version: 2 },
      contentChanges: [
        { range: { start: { line: 7, character: 0 }, end: { line: 7, character: 0 } }, text: '      op\n' },
      ],
    });
    const completion = await connection.sendRequest(CompletionRequest.type, {
      textDocument,
      position: { line: 7, character: 8 },
    });
    expect(JSON.stringify(completion)).toContain('"label":"operationId"');
    await connection.sendNotification(DidChangeTextDocumentNotification.type, {
      textDocument: { uri, version: 3 },
      contentChanges: [{ text: 'openapi:   3.1.0\n' }],
    });
    const edits = await connection.sendRequest(DocumentFormattingRequest.type, {
      textDocument,
      options: { tabSize: 2, insertSpaces: true },
    });
    expect(edits).toMatchObject([{ newText: '' }]);
    expect((await diagnosticsOf(uri, 3)).length).toBeGreaterThan(0);
  });

  it('serves AGIS, Arazzo and procedures', async () => {
    const agis = await open('a.agis', 'yaml', 'agis: "1.0"\nservice: A\n');
    expect((await diagnosticsOf(agis, 1)).map(({ code }) => String(code)).join()).toContain('agis/');
    const arazzo = await open('flow.yaml', 'yaml', 'arazzo: 2.0.0\ninfo: {title: A, version: 1.0.0}\n');
    expect((await diagnosticsOf(arazzo, 1)).map(({ code }) => code)).toContain('arazzo/version');
    const procedure = await open('desk.md', 'markdown', '1. Call `find_pat(name)`.\n');
    expect((await diagnosticsOf(procedure, 1)).map(({ code }) => code)).toContain('procedure/unknown-tool');
  });

  it('ends with 0 after an orderly shutdown', async () => {
    await connection.sendRequest(ShutdownRequest.type);
    await connection.sendNotification(ExitNotification.type);
    expect(await ended).toBe(0);
    connection.dispose();
  });
});

function findNeovim(): string | undefined {
  try {
    return execFileSync('nvim', ['--version'], { encoding: 'utf8' }).split('\n')[0];
  } catch {
    return undefined;
  }
}

const neovim = findNeovim();
if (neovim === undefined) process.stderr.write('Neovim is not installed: its test of dragoman lsp is skipped\n');

it.skipIf(neovim === undefined)('works in Neovim: diagnostics, completion, definition, symbols', () => {
  const output = execFileSync('nvim', ['--headless', '--clean', '-c', `luafile ${neovimScript}`, 'pets.yaml'], {
    cwd: folder,
    encoding: 'utf8',
    env: { ...process.env, DRAGOMAN_NODE: process.execPath, DRAGOMAN_PROGRAM: program, XDG_STATE_HOME: folder },
    timeout: 60_000,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const report = JSON.parse(output.trim().split('\n').at(-1) ?? '{}') as Record<string, unknown>;
  expect(report).toMatchObject({ definition_line: 16, symbols: true, completion: true });
  expect(report.diagnostics).toBeGreaterThan(3);
});

it('packs the extension of VS Code without a download', async () => {
  const archive = join(folder, 'dragoman.vsix');
  execFileSync(process.execPath, [fileURLToPath(new URL('../../editors/vscode/pack.mjs', import.meta.url)), archive]);
  const bytes = await readFile(archive);
  expect(bytes.subarray(0, 2).toString()).toBe('PK');
  for (const name of ['extension.vsixmanifest', 'extension/package.json', 'extension/dist/extension.js']) {
    expect(bytes.includes(name)).toBe(true);
  }
});
