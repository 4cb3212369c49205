/** The reference page of every route, generated from the OpenAPI document of the server. */
import { createMemoryStore } from '@dragoman/core/engine';
import { createServer, loadConfig } from '@dragoman/server';
import { generatedNote, type PageMaker } from '../generated-file.js';

interface Parameter {
  name: string;
  in: string;
  required?: boolean;
  description?: string;
}

/** Rules that an object need not follow, with the reasons. */
interface Ignoring {
  'x-lint-ignore'?: Record<string, string>;
}

interface Operation extends Ignoring {
  operationId: string;
  summary: string;
  description: string;
  tags?: string[];
  parameters?: Parameter[];
  requestBody?: { description?: string; content: Record<string, unknown> };
  responses: Record<string, { description?: string; $ref?: string }>;
}

interface Api extends Ignoring {
  components: { schemas: Record<string, Ignoring> };
  tags: { name: string; description: string }[];
  paths: Record<string, Record<string, Operation>>;
}

/** Generates docs/reference/rest.md. */
export const makeRest: PageMaker = async () => {
  const api = await readApi();
  const routes = Object.entries(api.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ title: `${method.toUpperCase()} ${path}`, operation })),
  );
  const text = [
    '# REST interface',
    '',
    generatedNote,
    '',
    'An overview of every route. The complete description, with schemas and examples, is at `/openapi.json` of a running server,',
    'and a text for models at `/llms.txt`. All errors have the format described in [failures](failures.md).',
    '',
    ...api.tags.flatMap(({ name, description }) => [
      `## ${name}`,
      '',
      description,
      '',
      ...routes.filter(({ operation }) => operation.tags?.[0] === name).map((route) => writeRoute(route)),
    ]),
    '## Deviations from the profile',
    '',
    'Our own API is checked by `dragoman lint` like any other. These rules do not apply where the reason says why; the same reasons are in `/openapi.json` as `x-lint-ignore`.',
    '',
    '| Where | Rule | Reason |',
    '|---|---|---|',
    ...listDeviations(api),
    '',
  ].join('\n');
  return [{ path: 'docs/reference/rest.md', text }];
};

function listDeviations(api: Api): string[] {
  const operations = Object.values(api.paths).flatMap((item) => Object.values(item));
  const places: [string, Ignoring][] = [
    ['the whole API', api],
    ...operations.map((each): [string, Ignoring] => [`\`${each.operationId}\``, each]),
    ...Object.entries(api.components.schemas).map(([name, each]): [string, Ignoring] => [`schema \`${name}\``, each]),
  ];
  return places.flatMap(([where, { 'x-lint-ignore': ignored = {} }]) =>
    Object.entries(ignored).map(([rule, reason]) => `| ${where} | \`${rule}\` | ${reason} |`),
  );
}

async function readApi(): Promise<Api> {
  const absent = Object.assign(new Error('no configuration file'), { code: 'ENOENT' });
  const config = loadConfig({
    flags: { 'log.level': 'silent' },
    readFile: () => {
      throw absent;
    },
  });
  const server = await createServer(config, { store: createMemoryStore() });
  try {
    const response = await server.fetch(new Request('http://127.0.0.1:4780/openapi.json'));
    if (!response.ok) throw new Error(`/openapi.json answered ${response.status}`);
    return (await response.json()) as Api;
  } finally {
    await server.close();
  }
}

function writeRoute({ title, operation }: { title: string; operation: Operation }): string {
  const parameters = (operation.parameters ?? []).map((parameter) => {
    const need = parameter.required === true ? ', required' : '';
    return `- \`${parameter.name}\` (${parameter.in}${need}): ${parameter.description ?? ''}`;
  });
  const bodies = Object.keys(operation.requestBody?.content ?? {}).map((type) => `\`${type}\``);
  const body =
    bodies.length === 0 ? [] : [`- body (${bodies.join(', ')}): ${operation.requestBody?.description ?? ''}`];
  const answers = Object.entries(operation.responses).map(([status, { description }]) =>
    description === undefined ? status : `${status} (${description.replace(/\.$/, '')})`,
  );
  return [
    `### ${title}`,
    '',
    `**${operation.summary.replace(/\.$/, '')}.** ${operation.description}`,
    '',
    ...parameters,
    ...body,
    ...(parameters.length + body.length === 0 ? [] : ['']),
    `Responses: ${answers.join(', ')}.`,
    '',
  ].join('\n');
}
