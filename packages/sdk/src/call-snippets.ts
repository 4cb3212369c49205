/** A call as text to copy: a command line, curl, JSON-RPC or code. Pure functions, shared by every user interface. */
import type { JsonObject, JsonValue } from '@dragoman/model';

/** A call to write as text. */
export interface CallSnippet {
  /** Base URL of the registry. */
  baseUrl: string;
  agent: string;
  operation?: string;
  input: JsonValue;
  dryRun?: boolean;
  /** False for calls without a credential, as on an open server; true by default. */
  keyed?: boolean;
}

/** Forms in which a call can be written. */
export const snippetForms = Object.freeze(['curl', 'json-rpc', 'sdk', 'command'] as const);

/** One of them. */
export type SnippetForm = (typeof snippetForms)[number];

/** Writes the call; secrets are never part of it: commands read the key from DRAGOMAN_KEY. */
export function writeCallSnippet(call: CallSnippet, form: SnippetForm): string {
  return writers[form](call);
}

const writers: Readonly<Record<SnippetForm, (call: CallSnippet) => string>> = {
  curl: writeCurl,
  'json-rpc': writeJsonRpc,
  sdk: writeCode,
  command: writeCommand,
};

function writeCurl({ baseUrl, agent, operation, input, dryRun = false, keyed = true }: CallSnippet): string {
  const path = operation === undefined ? 'invoke' : `invoke/${encodeURIComponent(operation)}`;
  const url = `${baseUrl.replace(/\/+$/, '')}/agents/${encodeURIComponent(agent)}/${path}`;
  const lines = [
    `curl -X POST ${quote(url)}`,
    `-H 'Content-Type: application/json'`,
    ...(keyed ? [`-H "Authorization: Bearer $DRAGOMAN_KEY"`] : []),
    ...(dryRun ? [`-H 'X-Dry-Run: true'`] : []),
    `--data-raw ${quote(JSON.stringify(input))}`,
  ];
  return lines.join(' \\\n  ');
}

/** A call of the tool on the MCP endpoint of the service. */
function writeJsonRpc({ operation, agent, input }: CallSnippet): string {
  const message: JsonObject = {
    jsonrpc: '2.0',
    id: 1,
    method: 'tools/call',
    params: { name: operation ?? agent, arguments: input },
  };
  return JSON.stringify(message, null, 2);
}

function writeCode({ baseUrl, agent, operation, input, dryRun = false, keyed = true }: CallSnippet): string {
  const options = {
    ...(operation === undefined ? {} : { operation }),
    ...(dryRun ? { dryRun: true } : {}),
  };
  const given = [JSON.stringify(agent), JSON.stringify(input, null, 2)];
  if (Object.keys(options).length > 0) given.push(JSON.stringify(options));
  return [
    'import { createClient } from "@dragoman/sdk";',
    '',
    `const client = createClient({ baseUrl: ${JSON.stringify(baseUrl)}${keyed ? ", credential: { apiKey: 'YOUR_KEY' }" : ''} });`,
    `const answer = await client.agents.invoke(${given.join(', ')});`,
    'console.log(answer);',
  ].join('\n');
}

/** Plain members become options of their own; everything else is one JSON text for standard input. */
function writeCommand({ baseUrl, agent, operation, input, dryRun = false }: CallSnippet): string {
  const words = ['dragoman', 'call', quote(agent), ...(operation === undefined ? [] : [quote(operation)])];
  const members = plainMembers(input);
  if (members === undefined) words.push('--input', '-');
  else for (const [name, value] of members) words.push('--input', quote(`${name}:=${JSON.stringify(value)}`));
  words.push('--server', quote(baseUrl), ...(dryRun ? ['--dry-run'] : []));
  const line = words.join(' ');
  return members === undefined ? `printf %s ${quote(JSON.stringify(input))} | ${line}` : line;
}

/** The members of a small object whose names need no escape on the command line. */
function plainMembers(input: JsonValue): [string, JsonValue][] | undefined {
  if (typeof input !== 'object' || input === null || Array.isArray(input)) return undefined;
  const members = Object.entries(input);
  const arePlain = members.length <= 8 && members.every(([name]) => /^[A-Za-z_][\w-]*$/.test(name));
  return arePlain ? members : undefined;
}

/** One word of a POSIX shell. */
function quote(text: string): string {
  return /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;
}
