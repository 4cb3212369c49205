/** Serves the language server protocol 3.17 over a stream of messages: documents, diagnostics after a pause, requests. */
import type { DocumentKind, LanguageService } from '@dragoman/language';
import type { Answer, ServedDocument } from './answers.js';
import { answers, toLspDiagnostic } from './answers.js';
import type { ClientMessage } from './read-messages.js';
import type { ContentChange, TextDocument } from './text-document.js';
import { changeDocument, createTextDocument } from './text-document.js';

/** What the server needs. */
export interface LanguagePorts {
  send: (message: unknown) => void;
  version: string;
  /** Recognizes a document; undefined for documents that are left alone. */
  detectKind: (text: string, fileName: string) => DocumentKind | undefined;
  createService: (kind: DocumentKind) => LanguageService;
}

/** Milliseconds without a change before a document is checked. */
const pauseMs = 100;

const capabilities = {
  positionEncoding: 'utf-16',
  textDocumentSync: { openClose: true, change: 2, save: false },
  completionProvider: { triggerCharacters: [':', ' ', '"', "'", '/', '#', '$', '.', '(', '`', '-'] },
  hoverProvider: true,
  definitionProvider: true,
  documentSymbolProvider: true,
  documentFormattingProvider: true,
  codeActionProvider: { codeActionKinds: ['quickfix'] },
};

/** A running server. */
export interface LanguageServer {
  /** True until the client asks to exit. */
  receive(message: ClientMessage): boolean;
  /** 0 after an orderly shutdown. */
  exitCode(): 0 | 1;
  close(): void;
}

interface OpenDocument {
  document: TextDocument;
  service: LanguageService | undefined;
  diagnostics: ServedDocument['diagnostics'];
  timer?: NodeJS.Timeout;
}

/** Starts a server. */
export function createLanguageServer(ports: LanguagePorts): LanguageServer {
  const open = new Map<string, OpenDocument>();
  let isShutDown = false;
  const check = (entry: OpenDocument) => {
    const { document, service } = entry;
    entry.diagnostics = service?.check(document.text) ?? [];
    const diagnostics = entry.diagnostics.map((each) => toLspDiagnostic(document, each));
    const { uri, version } = document;
    ports.send({ jsonrpc: '2.0', method: 'textDocument/publishDiagnostics', params: { uri, version, diagnostics } });
  };
  const schedule = (entry: OpenDocument) => {
    clearTimeout(entry.timer);
    entry.timer = setTimeout(() => check(entry), pauseMs);
  };
  const notifications: Readonly<Record<string, (params: never) => void>> = {
    'textDocument/didOpen'({ textDocument: { uri, version, text } }: { textDocument: TextDocument }) {
      const document = createTextDocument(uri, version, text);
      const entry: OpenDocument = { document, service: serviceOf(ports, document), diagnostics: [] };
      open.set(uri, entry);
      check(entry);
    },
    'textDocument/didChange'({ textDocument: { uri, version }, contentChanges }: DidChange) {
      const entry = open.get(uri);
      if (entry === undefined) return;
      entry.document = changeDocument(entry.document, version, contentChanges);
      entry.service ??= serviceOf(ports, entry.document);
      schedule(entry);
    },
    'textDocument/didClose'({ textDocument: { uri } }: { textDocument: { uri: string } }) {
      clearTimeout(open.get(uri)?.timer);
      open.delete(uri);
      ports.send({ jsonrpc: '2.0', method: 'textDocument/publishDiagnostics', params: { uri, diagnostics: [] } });
    },
  };
  const request = (method: string, params: unknown): unknown => {
    if (method === 'initialize') return { capabilities, serverInfo: { name: 'dragoman', version: ports.version } };
    if (method === 'shutdown') {
      isShutDown = true;
      return null;
    }
    const answer = Object.hasOwn(answers, method) ? answers[method] : undefined;
    if (answer === undefined) throw new UnknownMethod(method);
    return answerFor(open, answer, params);
  };
  return {
    receive({ id, method, params }) {
      if (method === undefined) return true;
      if (method === 'exit') return false;
      if (id === undefined) {
        if (Object.hasOwn(notifications, method)) notifications[method]?.(params as never);
        return true;
      }
      ports.send({ jsonrpc: '2.0', id, ...respond(() => request(method, params)) });
      return true;
    },
    exitCode: () => (isShutDown ? 0 : 1),
    close() {
      for (const { timer } of open.values()) clearTimeout(timer);
    },
  };
}

interface DidChange {
  textDocument: { uri: string; version: number };
  contentChanges: readonly ContentChange[];
}

class UnknownMethod extends Error {}

/** A failure of one request is reported to the client, and the server continues. */
function respond(answer: () => unknown): { result: unknown } | { error: { code: number; message: string } } {
  try {
    return { result: answer() };
  } catch (error) {
    if (error instanceof UnknownMethod) return { error: { code: -32601, message: `Unknown method ${error.message}` } };
    return { error: { code: -32603, message: error instanceof Error ? error.message : String(error) } };
  }
}

function serviceOf(
  { detectKind, createService }: LanguagePorts,
  { uri, text }: TextDocument,
): LanguageService | undefined {
  const kind = detectKind(text, uri);
  return kind === undefined ? undefined : createService(kind);
}

function answerFor(open: ReadonlyMap<string, OpenDocument>, answer: Answer, params: unknown): unknown {
  const { uri = '' } = (params as { textDocument?: { uri?: string } }).textDocument ?? {};
  const { document, service, diagnostics } = open.get(uri) ?? {};
  if (document === undefined || service === undefined || diagnostics === undefined) return null;
  return answer({ document, service, diagnostics }, params as never);
}
