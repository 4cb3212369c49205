/** Where calls over a binding go. */
import type { Binding, Entry } from '@dragoman/model';

/** The origin of calls over this binding; undefined when they do not use the network. */
export function bindingOrigin(binding: Binding): string | undefined {
  return originOf(addressOf(binding));
}

/** The origins at which an entry is called, in the order in which it names them. */
export function originsOf({ endpoint, operations }: Pick<Entry, 'endpoint' | 'operations'>): string[] {
  const origins: string[] = [];
  for (const address of [endpoint, ...operations.map(({ binding }) => addressOf(binding))]) {
    // Nearly all operations of an entry have one origin; parsing each URL would be slow.
    if (origins.some((origin) => address?.startsWith(`${origin}/`))) continue;
    const origin = originOf(address);
    if (origin !== undefined && !origins.includes(origin)) origins.push(origin);
  }
  return origins;
}

function originOf(address: string | undefined): string | undefined {
  if (address === undefined || !URL.canParse(address)) return undefined;
  const { origin } = new URL(address);
  return origin === 'null' ? undefined : origin;
}

function addressOf(binding: Binding): string | undefined {
  switch (binding.kind) {
    case 'aidip':
      return binding.endpoint;
    case 'http':
      return binding.urlTemplate;
    case 'nact':
      return binding.root;
    case 'agis':
      return binding.base;
    case 'mcp':
      return binding.server;
    case 'a2a':
      return binding.agent;
    default:
      return undefined;
  }
}
