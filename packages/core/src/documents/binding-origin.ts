/** Where calls over a binding go. */
import type { Binding } from '@dragoman/model';

/** The origin of calls over this binding; undefined when they do not use the network. */
export function bindingOrigin(binding: Binding): string | undefined {
  const address = addressOf(binding);
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
