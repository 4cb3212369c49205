/** What a client gets, as it is written in the address of the page, and the options to choose from. */
import type { McpSelection, McpSubset } from '@dragoman/sdk';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { SearchOption } from '../../components/search-select.js';
import { useDelayed } from '../../components/use-delayed.js';
import type { SearchState } from '../../components/use-search-state.js';
import { textOf } from '../../components/use-search-state.js';
import { useClient, useHasScope } from '../../session/console-context.js';

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

/** Services shown at once, and toolsets that are searched. */
const shownServices = 20;
const maxToolsets = 500;

/** Milliseconds without a key after which services are searched. */
const pauseMs = 150;

/** Everything, and the toolsets and services that have the text in their name or id. */
export function useSelections(text: string): { options: SearchOption[]; isLoading: boolean } {
  const asked = useDelayed(text.trim(), pauseMs);
  const toolsets = useToolsets();
  const services = useServicesNamed(asked);
  const has = ({ name, id }: SearchOption) => `${name}\n${id}`.toLowerCase().includes(asked.toLowerCase());
  return {
    options: [everything, ...(toolsets.data ?? [])].filter(has).concat(services.data ?? []),
    isLoading: text.trim() !== asked || services.isFetching,
  };
}

function useToolsets() {
  const client = useClient();
  const mayRead = useHasScope('registry:read');
  return useQuery({
    queryKey: ['toolsets', 'names'],
    enabled: mayRead,
    async queryFn({ signal }) {
      const options: SearchOption[] = [];
      for await (const { id, name } of client.toolsets.list({ signal })) {
        options.push({ id: `toolset:${id}`, kind: 'Toolset', name });
        if (options.length === maxToolsets) break;
      }
      return options;
    },
  });
}

function useServicesNamed(name: string) {
  const client = useClient();
  const mayRead = useHasScope('registry:read');
  return useQuery({
    queryKey: ['agents', 'named', name],
    enabled: mayRead,
    placeholderData: keepPreviousData,
    async queryFn({ signal }) {
      const options: SearchOption[] = [];
      for await (const service of client.agents.listServices({ name, pageSize: shownServices, signal })) {
        options.push({ id: `agent:${service.id}`, kind: 'Service', name: service.name });
        if (options.length === shownServices) break;
      }
      return options;
    },
  });
}
