/**
 * The two lists: tools in their newest version, and the versions of one tool, newest first (nact.md ENUM, VER, FILT).
 */
import { invalidParameters, wholeNumber } from '@dragoman/core/http';
import type { ToolSignature } from '@dragoman/model';
import type { Tool } from './define-tool.js';
import type { Listing } from './page.js';
import { newestOf } from './tool-table.js';

/** Signatures that a caller may see, filtered by `tag` (or `tags=a,b`), `version` and `text`. */
export function listTools(url: URL, tools: readonly Tool[], subject: string): Listing<ToolSignature> {
  const tags = tagsOf(url);
  const version = versionOf(url);
  const words = (url.searchParams.get('text') ?? '').toLowerCase().split(/\s+/).filter(Boolean);
  const items = tools
    .map((tool) => newestOf(tool).signature)
    .filter(
      (signature) =>
        (version === undefined || signature.version === version) &&
        tags.every((tag) => signature.tags?.includes(tag)) &&
        words.every((word) => textOf(signature).includes(word)),
    );
  return { items, keyOf: ({ name }) => name, query: ['tools', tags, version ?? null, words], subject };
}

function textOf({ name, description, tags = [] }: ToolSignature): string {
  return [name, description, ...tags].join('\n').toLowerCase();
}

/** All versions of a tool, newest first, or the one given by `version`. */
export function listVersions(url: URL, tool: Tool, subject: string): Listing<ToolSignature> {
  const version = versionOf(url);
  const items = [...tool.signatures]
    .reverse()
    .filter((signature) => version === undefined || signature.version === version);
  const keyOf = (signature: ToolSignature) => String(1e15 - signature.version);
  return { items, keyOf, query: ['versions', tool.toolId, version ?? null], subject };
}

/** A version of one tool has its own URL; ignoring the parameter would return another version. */
export function refuseVersionFilter(url: URL): void {
  const text = url.searchParams.get('version');
  if (text === null) return;
  const detail = `is not a filter here; read ${url.pathname}/versions/${wholeNumber(text) ?? '{number}'} instead`;
  throw invalidParameters([{ field: 'version', code: 'request/version', detail }]);
}

function tagsOf(url: URL): string[] {
  const listed = url.searchParams.getAll('tags').flatMap((text) => text.split(','));
  return [...url.searchParams.getAll('tag'), ...listed].filter((tag) => tag !== '').sort();
}

function versionOf(url: URL): number | undefined {
  const text = url.searchParams.get('version');
  if (text === null) return undefined;
  const version = wholeNumber(text);
  if (version !== undefined && version > 0) return version;
  const detail = 'must be a positive integer';
  throw invalidParameters([{ field: 'version', code: 'request/version', detail }]);
}
