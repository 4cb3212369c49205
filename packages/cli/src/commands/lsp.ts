/** `dragoman lsp`: a language server over standard input and output, for editors. */
import type { Command } from '../command/command.js';
import { readToolsetExport } from '../files/read-toolset-export.js';
import { frameMessage, readMessages } from '../lsp/read-messages.js';
import { createLanguageServer } from '../lsp/serve-language.js';
import { line } from '../terminal/paint.js';

/** Serves the language server protocol. */
export const lsp: Command = {
  name: 'lsp',
  summary: 'Serve editors: a language server over standard input and output',
  details:
    'Diagnostics while typing, quick fixes, completion, hover, definitions, outline and formatting for OpenAPI, AGIS ' +
    'and Arazzo documents, ' +
    'which are recognized by their content, and with --export for operating procedures in Markdown. Your editor ' +
    'starts this command; the guide ' +
    'on editors has the configuration for Neovim, VS Code, Helix and Emacs. Nothing is sent over the network.',
  arguments: [],
  options: [
    {
      name: 'export',
      value: 'file',
      description: 'Exported toolset (JSON) that Markdown files are checked against; without it, they are ignored',
    },
  ],
  examples: [
    { line: 'dragoman lsp', explanation: 'Started by an editor' },
    { line: 'dragoman lsp --export toolset.json', explanation: 'Also checks procedures against a toolset' },
  ],
  async run(context) {
    const { runtime, print, options } = context;
    const { stdin, stdout, terminal } = runtime;
    const path = options.text('export');
    const procedure = path === undefined ? undefined : await readToolsetExport(runtime, path);
    const { createLanguageService, detectKind } = await import('@dragoman/language');
    if (terminal.stdin)
      print.note(line`Waiting for an editor on standard input; editors start this command themselves.`);
    const server = createLanguageServer({
      version: runtime.version,
      send: (message) => stdout.write(frameMessage(message)),
      createService: (kind) => createLanguageService(kind, procedure === undefined ? {} : { procedure }),
      detectKind(text, name) {
        const kind = detectKind(text, name);
        return kind === 'procedure' && procedure === undefined ? undefined : kind;
      },
    });
    try {
      for await (const message of readMessages(stdin)) if (!server.receive(message)) break;
    } finally {
      server.close();
    }
    await stdout.settled();
    return server.exitCode();
  },
};
