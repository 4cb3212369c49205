/**
 * Checks what every AIDIP registry must do, over HTTP. It needs only a base URL and a credential, so
 * it can run against any registry. Each check registers its own entries and deletes them again.
 */
import { randomUUID } from 'node:crypto';

/** The registry under test. */
export interface RegistryUnderTest {
  baseUrl: string;
  /** API key or token that may register. */
  credential: string;
}

/** One requirement for every registry; throws if the registry does not meet it. */
export interface RegistryCheck {
  title: string;
  run(registry: RegistryUnderTest): Promise<void>;
}

interface Answer {
  status: number;
  body: unknown;
}

async function ask(registry: RegistryUnderTest, method: string, path: string, body?: unknown): Promise<Answer> {
  const response = await fetch(new URL(path, registry.baseUrl), {
    method,
    headers: {
      Authorization: `Bearer ${registry.credential}`,
      ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
  const text = await response.text();
  return { status: response.status, body: text === '' ? undefined : JSON.parse(text) };
}

function expectThat(holds: boolean, sentence: string): void {
  if (!holds) throw new Error(sentence);
}

function sampleAgent(mark: string) {
  return {
    id: `check-${mark}`,
    name: `Check ${mark}`,
    description: `Reads the tide gauge ${mark} and reports the water level.`,
    capabilities: [`tide_${mark}`],
    tags: [`tag_${mark}`],
    supported_languages: ['fr'],
    endpoint: 'https://agents.example/tide',
    inputs: { type: 'object', properties: { gauge: { type: 'string' } } },
    outputs: { type: 'object', properties: { metres: { type: 'number' } } },
  };
}

type Sample = ReturnType<typeof sampleAgent>;

/** Runs a check with a newly registered agent. */
async function withAgent(registry: RegistryUnderTest, use: (agent: Sample) => Promise<void>): Promise<void> {
  const agent = sampleAgent(randomUUID().replaceAll('-', ''));
  const { status } = await ask(registry, 'POST', '/agents', agent);
  expectThat(status === 201, `a new agent is answered 201, not ${status}`);
  try {
    await use(agent);
  } finally {
    await ask(registry, 'DELETE', `/agents/${agent.id}`);
  }
}

/** Ids in a response of either format: an array, or an object with `results` or `agents`. */
function idsOf(body: unknown): unknown[] {
  const { results, agents } = (Array.isArray(body) ? { results: body } : body) as Record<string, unknown>;
  const hits = (results ?? agents) as Array<{ id: unknown }>;
  return hits.map((hit) => hit.id);
}

/** The checks, in the order of the protocol. */
export const registryChecks: readonly RegistryCheck[] = [
  {
    title: 'registers, serves and updates an agent',
    run: (registry) =>
      withAgent(registry, async (agent) => {
        const again = await ask(registry, 'POST', '/agents', { ...agent, version: '2' });
        expectThat(again.status === 200, `an agent of the same id is answered 200, not ${again.status}`);
        const put = await ask(registry, 'PUT', `/agents/${agent.id}`, { ...agent, version: '3' });
        expectThat(put.status === 200, `PUT is answered 200, not ${put.status}`);
        const read = await ask(registry, 'GET', `/agents/${agent.id}`);
        expectThat((read.body as { version?: string }).version === '3', 'the last update is served');
      }),
  },
  {
    title: 'rejects invalid metadata with an error object and stores nothing',
    async run(registry) {
      const { name: _, ...nameless } = sampleAgent(randomUUID());
      for (const body of ['{"name":', '[]', nameless]) {
        const { status, body: answer } = await ask(registry, 'POST', '/agents', body);
        const { error } = answer as { error?: { code?: unknown; message?: unknown } };
        expectThat(status === 400, `faulty metadata is answered 400, not ${status}`);
        expectThat(typeof error?.code === 'string' && typeof error.message === 'string', 'with an error object');
      }
      const read = await ask(registry, 'GET', `/agents/${nameless.id}`);
      expectThat(read.status === 404, 'and nothing is stored');
    },
  },
  {
    title: 'returns 404 for an unknown id, for GET and PUT',
    async run(registry) {
      const agent = sampleAgent(randomUUID());
      expectThat((await ask(registry, 'GET', `/agents/${agent.id}`)).status === 404, 'GET answers 404');
      expectThat((await ask(registry, 'PUT', `/agents/${agent.id}`, agent)).status === 404, 'PUT answers 404');
      expectThat((await ask(registry, 'GET', `/agents/${agent.id}`)).status === 404, 'and PUT created nothing');
    },
  },
  {
    title: 'lists by capability, tag and language',
    run: (registry) =>
      withAgent(registry, async ({ id, capabilities, tags }) => {
        const query = `capabilities=${capabilities[0]}&tags=${tags[0]}`;
        const french = await ask(registry, 'GET', `/agents?${query}&language=fr`);
        const english = await ask(registry, 'GET', `/agents?${query}&language=en`);
        expectThat(idsOf(french.body).includes(id), 'all conditions met: listed');
        expectThat(english.status === 200 && idsOf(english.body).length === 0, 'one not met: an empty list');
      }),
  },
  {
    title: 'searches by filters with an array and by words with an object',
    run: (registry) =>
      withAgent(registry, async ({ id, capabilities }) => {
        const filters = { capability: capabilities[0] };
        const filtered = await ask(registry, 'POST', '/agents/search', { filters });
        expectThat(Array.isArray(filtered.body) && idsOf(filtered.body).includes(id), 'filters give an array');
        const found = await ask(registry, 'POST', '/agents/search', { query: 'height of the water', filters });
        const [hit] = (found.body as { results: Array<{ id: string; score: number }> }).results;
        expectThat(hit?.id === id, 'words give an object with results');
        expectThat(hit !== undefined && hit.score >= 0 && hit.score <= 1, 'whose score lies between 0 and 1');
      }),
  },
];
