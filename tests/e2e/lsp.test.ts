/** The language server with the protocol's own client library, and with Neovim where it is installed. */
import { execFileSync, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { writeStarter } from '@dragoman/agis';
import { parseDescription } from '@dragoman/documents';
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
  type Location,
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

/** A text, and the words before each place that a question is about with what the answer contains. */
interface Sample {
  name: string;
  text: string;
  complete: readonly [string, string];
  hover: readonly [string, string];
  define: readonly [string, string];
  symbol: string;
  /** A text that can be laid out. */
  valid: string;
  /** Title of a quick fix, and the text that has it. */
  action: readonly [string, string];
}

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

  const root = new URL('../../', import.meta.url);
  const starter = writeStarter({ service: 'Clinic', host: 'clinic.example', domain: 'health' });
  const notation = readFileSync(new URL('packages/agis/src/fixtures/restaurant.notation.agis', root), 'utf8');
  const workflow = readFileSync(new URL('examples/sculpt-a-weather-tool/weather-tool.yaml', root), 'utf8');
  const asJson = (text: string) => JSON.stringify(parseDescription(new TextEncoder().encode(text)), null, 2);

  /** A text of every kind and syntax with a place for each question: after the words. */
  const samples: readonly Sample[] = [
    {
      name: 'pets.json',
      text: asJson(openApi).replace('"info": {', '"info": { "descr"'),
      complete: ['"descr', 'description'],
      hover: ['"ope', 'openapi'],
      define: ['"#/components/sch', 'Pet'],
      symbol: 'GET /pets',
      valid: asJson(openApi),
      action: ['Add the operationId', asJson(openApi)],
    },
    {
      name: 'clinic.agis',
      text: starter.replace('      capability: discovery', '      cap'),
      complete: ['      cap', 'capability'],
      hover: ['impact_t', 'Consequence'],
      define: ['[FIND, BO', 'method: BOOK'],
      symbol: 'BOOK /',
      valid: starter,
      action: ['', starter.replace('method: FIND', 'method: find')],
    },
    {
      name: 'clinic.json',
      text: asJson(starter).replace('"capability": "discovery"', '"capability": ""'),
      complete: ['"capability": "', 'retrieval'],
      hover: ['"impact_t', 'Consequence'],
      define: ['"#/schemas/app', 'appointment'],
      symbol: 'BOOK /',
      valid: asJson(starter),
      action: ['', asJson(starter).replace('"method": "FIND"', '"method": "find"')],
    },
    {
      name: 'restaurant.agis',
      text: `${notation}\nPAY /bill {\n  semantic {\n    int\n  }\n}\n`,
      complete: ['    int', 'intent'],
      hover: ['outc', 'outcome'],
      define: ['BOO', 'BOOK'],
      symbol: 'BOOK /reservation',
      valid: notation,
      action: ['Write the document as YAML', notation],
    },
    {
      name: 'weather.yaml',
      text: workflow.replace('    steps:', '    summ\n    steps:'),
      complete: ['    summ', 'summary'],
      hover: ['workflow', 'workflow'],
      define: ['$steps.find_pl', 'latitude: $response'],
      symbol: 'find_place',
      valid: workflow,
      action: ['Replace it with', workflow.replace('$steps.find_place.', '$steps.find_plce.')],
    },
    {
      name: 'desk.md',
      text: '# Desk\n\n1. Call `find_pet(name)`.\n2. Then fin\n3. Use the result of `find_pet`.\n',
      complete: ['Then fin', 'find_pet'],
      hover: ['`find_p', 'Finds a pet'],
      define: ['result of `find_p', 'find_pet'],
      symbol: 'Desk',
      valid: '# Desk\n1. Call `find_pet(name)`.\n',
      action: ['Replace it with find_pet', '1. Call `find_pat(name)`.\n'],
    },
  ];

  it.each(samples)('answers every question about $name', async (sample) => {
    const { name, text, complete, hover, define, symbol, valid, action } = sample;
    const uri = await open(name, 'plaintext', text);
    const textDocument = { uri };
    const placeOf = (words: string) => {
      const lines = text.slice(0, text.indexOf(words) + words.length).split('\n');
      return { textDocument, position: { line: lines.length - 1, character: lines.at(-1)?.length ?? 0 } };
    };
    await diagnosticsOf(uri, 1);
    const completion = await connection.sendRequest(CompletionRequest.type, placeOf(complete[0]));
    expect(JSON.stringify(completion)).toContain(`"label":"${complete[1]}"`);
    expect(JSON.stringify(await connection.sendRequest(HoverRequest.type, placeOf(hover[0])))).toContain(hover[1]);
    const target = (await connection.sendRequest(DefinitionRequest.type, placeOf(define[0]))) as Location | null;
    expect(text.split('\n')[target?.range.start.line ?? -1]).toContain(define[1]);
    const change = async (version: number, changed: string) => {
      const contentChanges = [{ text: changed }];
      await connection.sendNotification(DidChangeTextDocumentNotification.type, {
        textDocument: { uri, version },
        contentChanges,
      });
      return diagnosticsOf(uri, version);
    };
    await change(2, valid);
    const symbols = await connection.sendRequest(DocumentSymbolRequest.type, { textDocument });
    expect(JSON.stringify(symbols)).toContain(symbol);
    const options = { tabSize: 2, insertSpaces: true };
    expect(Array.isArray(await connection.sendRequest(DocumentFormattingRequest.type, { textDocument, options }))).toBe(
      true,
    );
    const found = await change(3, action[1]);
    expect(found.length).toBeGreaterThan(0);
    const range = { start: { line: 0, character: 0 }, end: { line: 9999, character: 0 } };
    const context = { diagnostics: found };
    const actions = await connection.sendRequest(CodeActionRequest.type, { textDocument, range, context });
    expect(actions?.map(({ title }) => title).join('\n')).toContain(action[0]);
    expect(actions?.length).toBeGreaterThan(0);
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

it.skipIf(neovim === undefined)(
  'works in Neovim: diagnostics, completion, definition, symbols, hover, formatting, quick fixes',
  () => {
    const output = execFileSync('nvim', ['--headless', '--clean', '-c', `luafile ${neovimScript}`, 'pets.yaml'], {
      cwd: folder,
      encoding: 'utf8',
      env: { ...process.env, DRAGOMAN_NODE: process.execPath, DRAGOMAN_PROGRAM: program, XDG_STATE_HOME: folder },
      timeout: 60_000,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const report = JSON.parse(output.trim().split('\n').at(-1) ?? '{}') as Record<string, unknown>;
    expect(report).toMatchObject({ definition_line: 16, symbols: true, completion: true, formatting: true });
    expect(report.hover).toContain('Type: object');
    expect(report.actions).toBeGreaterThan(0);
    expect(report.diagnostics).toBeGreaterThan(3);
  },
);

it('packs the extension of VS Code without a download', async () => {
  const archive = join(folder, 'dragoman.vsix');
  execFileSync(process.execPath, [fileURLToPath(new URL('../../editors/vscode/pack.mjs', import.meta.url)), archive]);
  const bytes = await readFile(archive);
  expect(bytes.subarray(0, 2).toString()).toBe('PK');
  for (const name of ['extension.vsixmanifest', 'extension/package.json', 'extension/dist/extension.js']) {
    expect(bytes.includes(name)).toBe(true);
  }
});
