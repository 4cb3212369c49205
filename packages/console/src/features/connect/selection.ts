/** What a client gets, as it is written in the address of the page, and the options to choose from. */
import type { McpSelection, McpSubset } from '@dragoman/sdk';
import type { SearchOption } from '../../components/search-select.js';
import type { SearchState } from '../../components/use-search-state.js';
import { textOf } from '../../components/use-search-state.js';
import { useToolSources } from '../../session/use-tool-sources.js';

/** The selection in the address: `toolset:<id>` or `agent:<id>`; otherwise everything. */
export function readSelection(value: string): McpSelection {
  const [, kind, id] = /^(toolset|agent):(.+)$/s.exec(value) ?? [];
  if (id === undefined) return { kind: 'everything' };
  return { kind: kind === 'toolset' ? 'toolset' : 'agent', id };
}

/** The part of the tools in the address: a task, and tags separated by commas. */
export function readSubset(search: SearchState): McpSubset {
  const query = textOf(search.query);
  const tags = textOf(search.tags)
    .split(',')
    .map((tag) => tag.trim())
    .filter((tag) => tag !== '');
  return { ...(query.trim() === '' ? {} : { query }), ...(tags.length === 0 ? {} : { tags }) };
}

/** A selection in words. */
export function selectionText(selection: McpSelection): string {
  if (selection.kind === 'everything') return everything.name;
  return `${selection.kind === 'toolset' ? 'Toolset' : 'Service'}: ${selection.id}`;
}

const everything: SearchOption = { id: 'everything', kind: 'Everything', name: 'The whole catalogue' };

/** Everything, and the toolsets and services that have the text in their name or id. */
export function useSelections(text: string): { options: SearchOption[]; isLoading: boolean } {
  const { options, isLoading } = useToolSources(text);
  const isMeant = everything.name.toLowerCase().includes(text.trim().toLowerCase());
  return { options: isMeant ? [everything, ...options] : options, isLoading };
}
