/** Commands that do outside the console what a screen does: command lines and curl. */

/** Quotes a word for a POSIX shell where it needs it. */
export function shellWord(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
}

/** A command line of the `dragoman` command for this server. */
export function commandLine(baseUrl: string, words: readonly string[]): string {
  const isDefault = /^http:\/\/127\.0\.0\.1:4780\/?$/.test(baseUrl);
  const server = isDefault ? [] : ['--server', baseUrl.replace(/\/$/, '')];
  return ['dragoman', ...words, ...server].map(shellWord).join(' ');
}

/** A command line of the `dragoman` command that works on the configured store, where the server runs. */
export function storeCommand(words: readonly string[]): string {
  return ['dragoman', ...words].map(shellWord).join(' ');
}

/** A request as a curl command. */
export interface CurlRequest {
  method?: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Path below the server's URL, with its query. */
  path: string;
  /** Sent as JSON. */
  body?: unknown;
  /** True when the server requires a credential, which stays in the environment. */
  keyed?: boolean;
}

/** A curl command; the key is read from the variable DRAGOMAN_KEY. */
export function curlCommand(baseUrl: string, { method = 'GET', path, body, keyed = false }: CurlRequest): string {
  const words = ['curl', ...(method === 'GET' ? [] : ['-X', method]), new URL(path, baseUrl).href].map(shellWord);
  if (keyed) words.push('-H "Authorization: Bearer $DRAGOMAN_KEY"');
  if (body !== undefined) words.push("-H 'Content-Type: application/json'", '-d', shellWord(JSON.stringify(body)));
  return words.join(' ');
}
