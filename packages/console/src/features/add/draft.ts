/** What a person changes in a preview before it is imported. */
import { isDerivedId } from '@dragoman/model';
import type { ImportCuration, ImportItem, ImportPreview, ImportResult, ImportText } from '@dragoman/sdk';
import { commandLine, shellWord } from '../../session/copy-text.js';

/** One item with what the server would store of it. */
export interface Draft {
  item: ImportItem;
  /** URL, name of the file, or what was pasted. */
  label: string;
  results: readonly ImportResult[];
  edit: Edit;
}

/** The changes to one item; they apply only to an item with a single service. */
export interface Edit {
  /** False: the item is not imported. */
  wanted: boolean;
  id: string;
  server: string;
  visibility: 'public' | 'private';
  /** Names of operations that are not imported. */
  leftOut: ReadonlySet<string>;
}

/** The only service of an item; undefined when there are several, or none. */
export function onlyPreview({ results }: Pick<Draft, 'results'>): ImportPreview | undefined {
  return results.length === 1 ? results[0]?.preview : undefined;
}

/** The results of a dry run by item, unchanged. */
export function toDrafts(
  items: readonly { item: ImportItem; label: string }[],
  results: readonly ImportResult[],
): Draft[] {
  return items.map(({ item, label }, at) => {
    const own = results.filter(({ index }) => index === at);
    const preview = onlyPreview({ results: own });
    const edit: Edit = {
      wanted: own.some((result) => result.preview !== undefined),
      id: preview?.id ?? '',
      server: onlyServer(preview),
      visibility: preview?.visibility ?? 'private',
      leftOut: new Set(),
    };
    return { item, label, results: own, edit };
  });
}

/** The address of all calls; empty when there are several, since a new one would replace them all. */
function onlyServer(preview: ImportPreview | undefined): string {
  return preview?.servers.length === 1 ? (preview.servers[0] ?? '') : '';
}

/** A short id, made from the name; undefined when the service has a chosen id already. */
export function suggestId({ id, name }: Pick<ImportPreview, 'id' | 'name'>): string | undefined {
  if (!isDerivedId(id)) return undefined;
  const plain = name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-');
  return plain.slice(0, 40).replace(/^-+|-+$/g, '') || undefined;
}

/** The item as it is imported. */
export function toItem(draft: Draft): ImportItem {
  const { item, edit } = draft;
  const preview = onlyPreview(draft);
  if (preview === undefined) return item;
  const curation: ImportCuration = {
    ...item.curation,
    ...(edit.id.trim() === preview.id ? {} : { id: edit.id.trim() }),
    ...(edit.server.trim() === onlyServer(preview) ? {} : { server: edit.server.trim() }),
    ...(edit.visibility === preview.visibility ? {} : { visibility: edit.visibility }),
    ...(edit.leftOut.size === 0
      ? {}
      : { operations: preview.operations.map(({ name }) => name).filter((name) => !edit.leftOut.has(name)) }),
  };
  return Object.keys(curation).length === 0 ? item : { ...item, curation };
}

/** The command that imports the same; the text of a description is read from a file. */
export function toCommand(baseUrl: string, draft: Draft): string {
  const { curation = {}, ...item } = toItem(draft);
  const options = [
    ...(curation.id === undefined ? [] : ['--id', curation.id]),
    ...(curation.server === undefined ? [] : ['--call-at', curation.server]),
    ...(curation.visibility === undefined ? [] : [`--${curation.visibility}`]),
    ...(curation.operations ?? []).flatMap((name) => ['--operation', name]),
  ];
  return commandLine(baseUrl, ['add', 'url' in item ? item.url : draft.label, ...options]);
}

/** The command that adds a program as an MCP server; values of variables come from the environment. */
export function toStdioCommand(baseUrl: string, { name, command, args, env }: ImportText['commands'][number]): string {
  const variables = Object.keys(env).flatMap((variable) => ['--env', variable]);
  const line = [command, ...args].map(shellWord).join(' ');
  return `${commandLine(baseUrl, ['servers', 'add', name, ...variables, '--import'])} -- ${line}`;
}

const kinds: Readonly<Record<ImportText['kind'], string>> = {
  empty: 'Paste something, or drop files here.',
  url: 'A URL, which the server reads itself.',
  description: 'A description of a service.',
  'mcp-servers': 'The MCP servers of a client.',
  command: 'A command that starts an MCP server.',
};

/** What a text was recognized as, in a sentence. */
export function recognized({ kind, items, commands }: ImportText): string {
  const count = items.length + commands.length;
  if (kind === 'url' && count > 1) return `${count} URLs, which the server reads itself.`;
  if (kind === 'mcp-servers' && count !== 1) return `${count} MCP servers of a client.`;
  return kinds[kind];
}
