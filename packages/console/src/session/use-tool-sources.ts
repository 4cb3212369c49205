/** Toolsets and services to choose from, searched while a person types. */
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { SearchOption } from '../components/search-select.js';
import { useDelayed } from '../components/use-delayed.js';
import { visibleText } from '../components/visible-text.js';
import { useClient, useHasScope } from './console-context.js';

/** Services shown at once, and toolsets that are searched. */
const shownServices = 20;
const maxToolsets = 500;

/** Milliseconds without a key after which services are searched. */
const pauseMs = 150;

/** The toolsets and services that have the text in their name or id; ids are `toolset:<id>` and `agent:<id>`. */
export function useToolSources(text: string): { options: SearchOption[]; isLoading: boolean } {
  const asked = useDelayed(text.trim(), pauseMs);
  const toolsets = useToolsets();
  const services = useServicesNamed(asked);
  const has = ({ name, id }: SearchOption) => `${name}\n${id}`.toLowerCase().includes(asked.toLowerCase());
  return {
    options: (toolsets.data ?? []).filter(has).concat(services.data ?? []),
    isLoading: text.trim() !== asked || services.isFetching,
  };
}

/** The services that have the text in their name or id; ids are `agent:<id>`. */
export function useServiceSources(text: string): { options: SearchOption[]; isLoading: boolean } {
  const asked = useDelayed(text.trim(), pauseMs);
  const services = useServicesNamed(asked);
  // Services may have the same name.
  const options = (services.data ?? []).map((each) => ({
    ...each,
    kind: visibleText(each.id.replace(/^agent:/, ''), 40),
  }));
  return { options, isLoading: text.trim() !== asked || services.isFetching };
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
