/** A chooser that asks a registry to resolve utterances; its candidates can also be offered to a model. */
import type { Entry, JsonObject } from '@dragoman/model';
import type { Client } from '@dragoman/sdk';
import type { ModelChooserPorts } from './model-chooser.js';
import { listTools } from './offered-tools.js';
import { readEntry } from './read-entry.js';

/** Maximum number of candidates that a registry returns for an intent. */
export const mostCandidates = 20;

/** Creates a chooser from the resolutions of the registry, with the inputs that it reads from the utterance. */
export function createRegistryChooser({ agents }: Client, top: number) {
  return async (utterance: string, signal?: AbortSignal): Promise<{ names: string[]; inputs: JsonObject }> => {
    const options = signal === undefined ? {} : { signal };
    const { candidates } = await agents.resolve({ intent: utterance, top }, options);
    const given = candidates[0]?.reasons?.inputs.given ?? [];
    return {
      names: candidates.map(({ invocation, id }) => (invocation?.operation ? `${id}/${invocation.operation}` : id)),
      inputs: Object.fromEntries(given.map(({ name, value }) => [name, value])),
    };
  };
}

/** Offers the candidates of the registry; reads each service once. */
export function createRegistryOffer(client: Client, top: number): ModelChooserPorts['offer'] {
  const choose = createRegistryChooser(client, top);
  const known = new Map<string, Promise<Entry>>();
  const entryOf = (id: string) => {
    const entry = known.get(id) ?? read(client, id);
    known.set(id, entry);
    return entry;
  };
  return async (utterance, signal) => {
    const { names: chosen } = await choose(utterance, signal);
    const ids = new Set(chosen.map((each) => each.split('/', 1)[0] ?? each));
    const tools = await listTools(await Promise.all([...ids].map(entryOf)), { qualified: true });
    return chosen.flatMap((each) =>
      tools.filter(({ operation }) => operation === each || operation.startsWith(`${each}/`)),
    );
  };
}

async function read({ agents }: Client, id: string): Promise<Entry> {
  const reading = await agents.read(id);
  if (reading.outcome !== 'read') throw new Error('the registry answered "not modified" to an unconditional read');
  return readEntry(reading.agent as JsonObject, id);
}
