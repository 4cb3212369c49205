/** Starts `dragoman lsp` for VS Code. Everything that editors see comes from there. */
import { workspace } from 'vscode';
import { LanguageClient } from 'vscode-languageclient/node';

let client: LanguageClient | undefined;

/** Starts the server with the command of the settings. */
export async function activate(): Promise<void> {
  const [command = 'dragoman', ...args] = workspace.getConfiguration('dragoman').get<string[]>('command') ?? [];
  const languages = ['yaml', 'json', 'agis', 'markdown'];
  client = new LanguageClient(
    'dragoman',
    'Dragoman',
    { command, args },
    { documentSelector: languages.map((language) => ({ language })) },
  );
  await client.start();
}

/** Stops the server. */
export async function deactivate(): Promise<void> {
  await client?.stop();
}
