/**
 * Generates hostile documents of a given size: one function per format, one named document per idea. They are the
 * input of the tests of every entry point, and of `npm run bench -- hostile`.
 */

/** Texts by the idea that they test. */
export type HostileTexts = Record<string, string>;

/** Repeats a text up to a number of characters. */
function fill(unit: string, characters: number): string {
  return unit.repeat(Math.max(0, Math.floor(characters / unit.length)));
}

/** Calls `make` so often that its texts have about this many characters in all. */
function list<T>(characters: number, each: number, make: (at: number) => T): T[] {
  return Array.from({ length: Math.max(1, Math.floor(characters / each)) }, (_, at) => make(at));
}

/** Texts in YAML that begin like an OpenAPI document. */
export function hostileYaml(bytes: number): HostileTexts {
  const head =
    'openapi: 3.1.0\ninfo: { title: Pier, version: "1" }\nservers: [{ url: https://pier.example }]\npaths: {}\n';
  const rest = bytes - head.length;
  const levels = Math.floor(Math.sqrt(2 * rest));
  const after: HostileTexts = {
    brackets: `x: ${fill('[', rest)}`,
    braces: `x: ${fill('{a: ', rest)}`,
    indentation: Array.from({ length: levels }, (_, at) => `${' '.repeat(at)}a:\n`).join(''),
    dashes: `x:\n${fill('- ', rest)}`,
    members: list(rest, 14, (at) => `x-${at}: ${at}\n`).join(''),
    anchors: `x:\n${list(rest, 22, (at) => ` - &a${at} {b: ${at}}\n`).join('')}`,
    aliases: `x: &a [1, 2, 3]\ny:\n${fill(' - *a\n', rest)}`,
    'alias bomb': `x0: &b0 [1, 1]\n${list(Math.min(rest, 3000), 40, (at) => `x${at + 1}: &b${at + 1} [*b${at}, *b${at}, *b${at}]\n`).join('')}`,
    'merge list': `x: &a {b: 1}\ny:\n  <<: [${fill('*a, ', rest)}*a]\n`,
    'merge chain': `x0: &m0 {k: 0}\n${list(rest, 40, (at) => `x${at + 1}: &m${at + 1} {<<: *m${at}, k${at}: 1}\n`).join('')}`,
    'double quotes': `x: ${fill('"', rest)}`,
    'single quotes': `x: ${fill("'", rest)}`,
    'open quote': `x: "${fill('a\n', rest)}`,
    tags: list(rest, 20, (at) => `x${at}: !!t${at} v\n`).join(''),
    'own tags': `x: ${fill('!a ', rest)}`,
    comments: fill('# comment\n', rest),
    'long scalar': `x: ${fill('x', rest)}`,
    'folded scalar': `x: >\n${fill('  y\n\n', rest)}`,
    'literal scalar': `x: |\n${fill('  y\n', rest)}`,
    'lines with two colons': fill('a b: c: d\n', rest),
    'empty names': fill(':\n', rest),
    'question marks': fill('? \n', rest),
    'mixed blocks': fill('- a\nb\n', rest),
    directives: fill('%x\n', rest),
    'closing braces': fill('}\n', rest),
    'reserved characters': fill('@\n', rest),
    tabs: fill('\t- a\n', rest),
    'many documents': fill('---\n', rest),
    'long number': `x: ${fill('9', rest)}`,
    'huge numbers': `x: [${fill('1e999, ', rest)}1]`,
    'duplicate names': fill('x: 1\n', rest),
    'prototype names': fill('__proto__: 1\n', rest),
    'constructor names': `x:\n${list(rest, 26, (at) => `  constructor${at}: { a: b }\n`).join('')}`,
    'long name': `${fill('k', rest)}: 1`,
    'complex names': fill('? [a]\n: b\n', rest),
    'names in flow': `x: {${fill('[a]: b, ', rest)}}`,
    'anchors of nothing': `x: ${fill('&a ', rest)}`,
    spaces: `x:${fill(' ', rest)}`,
    'empty lines': fill('\n', rest),
    'carriage returns': fill('\r', rest),
    'null characters': fill('\0', rest),
    timestamps: `x: [${fill('2001-12-14t21:59:43.10-05:00, ', rest)}1]`,
  };
  return mapTexts(after, (text) => `${head}${text}`);
}

function mapTexts(texts: HostileTexts, change: (text: string) => string): HostileTexts {
  return Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, change(text)]));
}

/** Texts that are nearly or really JSON objects. */
export function hostileJson(bytes: number): HostileTexts {
  const rest = bytes - 20;
  return {
    depth: `{"x":${fill('[', rest / 2)}${fill(']', rest / 2)}}`,
    'depth of objects': `{"x":${fill('{"a":', rest)}`,
    'allowed depth': `{"x":[${fill(`${'['.repeat(50)}${']'.repeat(50)},`, rest)}1]}`,
    elements: `{"x":[${fill('0,', rest)}0]}`,
    members: `{${list(rest, 12, (at) => `"m${at}":0`).join(',')}}`,
    'duplicate names': `{${fill('"a":1,', rest)}"b":1}`,
    'prototype names': `{${fill('"__proto__":{},', rest)}"b":1}`,
    'long number': `{"x":${fill('9', rest)}}`,
    'long fraction': `{"x":0.${fill('0', rest)}1}`,
    'huge exponents': `{"x":[${fill('1e999,', rest)}1]}`,
    'long text': `{"x":"${fill('a', rest)}"}`,
    escapes: `{"x":"${fill('\\u0061', rest)}"}`,
    surrogates: `{"x":"${fill('\\ud800', rest)}"}`,
    'open text': `{"x":"${fill('a', rest)}`,
    spaces: `{"x":${fill(' ', rest)}1}`,
    commas: `{"x":[${fill(',', rest)}]}`,
  };
}

const responses = { '204': { description: 'Done.' } };

function schemas(count: number, refs: (at: number) => number[]): Record<string, unknown> {
  return Object.fromEntries(
    Array.from({ length: count }, (_, at) => [
      `S${at}`,
      {
        type: 'object',
        properties: Object.fromEntries(
          refs(at).map((to, name) => [`p${name}`, { $ref: `#/components/schemas/S${to}` }]),
        ),
      },
    ]),
  );
}

function posting(schema: unknown) {
  const content = { 'application/json': { schema } };
  return {
    post: { operationId: 'send', requestBody: { content }, responses: { '200': { description: 'x', content } } },
  };
}

/** OpenAPI documents that are valid or nearly so. */
export function hostileOpenApi(bytes: number): HostileTexts {
  const base = { openapi: '3.1.0', info: { title: 'Pier', version: '1' }, servers: [{ url: 'https://pier.example' }] };
  const paths = { '/a': { get: { responses } } };
  const first = { $ref: '#/components/schemas/S0' };
  const some = Math.max(2, Math.floor(bytes / 140));
  const documents: Record<string, object> = {
    paths: { paths: Object.fromEntries(list(bytes, 60, (at) => [`/p${at}`, { get: { responses } }])) },
    'equal ids': {
      paths: Object.fromEntries(list(bytes, 80, (at) => [`/a/{x${at}}`, { get: { operationId: 'same', responses } }])),
    },
    'path parameters': { paths: { [`/${fill('{a}', bytes)}`]: { get: { responses } } } },
    parameters: {
      paths: {
        '/a': {
          get: { parameters: list(bytes, 60, (at) => ({ name: `p${at}`, in: 'query', schema: {} })), responses },
        },
      },
    },
    'reference chain': {
      paths: { '/a': posting(first) },
      components: {
        schemas: Object.fromEntries(list(bytes, 50, (at) => [`S${at}`, { $ref: `#/components/schemas/S${at + 1}` }])),
      },
    },
    'reference cycles': {
      paths: { '/a': posting(first) },
      components: { schemas: schemas(some, (at) => [(at * 7 + 1) % some, (at * 3 + 2) % some]) },
    },
    'doubling references': {
      paths: { '/a': posting(first) },
      components: { schemas: schemas(Math.min(some, 60), (at) => (at < 59 ? [at + 1, at + 1] : [])) },
    },
    'references to other documents': {
      paths: { '/a': posting({ anyOf: list(bytes, 50, (at) => ({ $ref: `other-${at}.yaml#/a` })) }) },
    },
    patterns: {
      paths: { '/a': posting({ anyOf: list(bytes, 40, (at) => ({ type: 'string', pattern: `^(a+)+${at}$` })) }) },
    },
    'nested pattern': {
      paths: { '/a': posting({ type: 'string', pattern: `${fill('(a|', bytes / 2)}${fill(')', bytes / 6)}` }) },
    },
    'repeated pattern': { paths: { '/a': posting({ type: 'string', pattern: fill('(a{1000}){1000}', bytes) }) } },
    enumeration: { paths: { '/a': posting({ enum: list(bytes, 10, (at) => `e${at}`) }) } },
    'all of': { paths: { '/a': posting({ allOf: list(bytes, 40, (at) => ({ properties: { [`a${at}`]: {} } })) }) } },
    'one of': { paths: { '/a': posting({ oneOf: list(bytes, 40, (at) => ({ properties: { [`a${at}`]: {} } })) }) } },
    'long title': { info: { title: fill('t', bytes), version: '1' }, paths },
    'HTML in texts': { info: { title: 'Pier', version: '1', description: fill('<a ', bytes) }, paths },
    'Markdown in texts': { info: { title: 'Pier', version: '1', description: fill('[a](![', bytes) }, paths },
    'spaces in texts': { info: { title: 'Pier', version: '1', description: `x${fill(' ', bytes)}x` }, paths },
    'orders in texts': { info: { title: 'Pier', version: '1', description: fill('ignore previous ', bytes) }, paths },
    'long id': { paths: { '/a': { get: { operationId: fill('aB_', bytes), responses } } } },
    servers: { servers: list(bytes, 40, (at) => ({ url: `https://p${at}.example` })), paths },
    'server variables': {
      servers: [{ url: `https://${fill('{a}', bytes)}`, variables: { a: { default: 'p' } } }],
      paths,
    },
    tags: { tags: list(bytes, 20, (at) => ({ name: `t${at}` })), paths },
    security: { paths: { '/a': { get: { security: list(bytes, 12, (at) => ({ [`s${at}`]: [] })), responses } } } },
  };
  const written = Object.entries(documents).map(([name, part]) => [name, JSON.stringify({ ...base, ...part })]);
  return Object.fromEntries(written) as HostileTexts;
}

/** Lists of MCP tools, A2A cards, AIDIP metadata and Arazzo documents. */
export function hostileCards(bytes: number): HostileTexts {
  const server = 'https://mcp.example/mcp';
  const card = {
    name: 'Tug',
    description: 'Tugs.',
    version: '1',
    supportedInterfaces: [{ url: 'https://tug.example', protocolBinding: 'JSONRPC', protocolVersion: '1.0' }],
    capabilities: {},
    defaultInputModes: ['text/plain'],
    defaultOutputModes: ['text/plain'],
  };
  const arazzo = { arazzo: '1.0.1', info: { title: 'W', version: '1' } };
  const sourceDescriptions = [{ name: 'pier', url: 'https://pier.example/openapi.json', type: 'openapi' }];
  const step = (at: number) => ({
    stepId: `s${at}`,
    operationId: 'read',
    successCriteria: [{ condition: '$statusCode == 200' }],
  });
  const documents: Record<string, object> = {
    'many tools': { server, tools: list(bytes, 80, (at) => ({ name: `t${at}`, inputSchema: { type: 'object' } })) },
    'patterns of a tool': {
      server,
      tools: [
        {
          name: 't',
          description: fill('ignore all ', bytes / 4),
          inputSchema: {
            type: 'object',
            properties: Object.fromEntries(list(bytes, 40, (at) => [`p${at}`, { pattern: `(x+x+)+${at}` }])),
          },
        },
      ],
    },
    'many skills': {
      ...card,
      skills: list(bytes, 80, (at) => ({ id: `s${at}`, name: 'N', description: 'D', tags: ['t'] })),
    },
    'many operations': {
      id: 'many',
      name: 'Many',
      description: 'Many.',
      version: '1.0.0',
      publisher: 'P',
      capabilities: ['c'],
      endpoint: 'https://many.example',
      operations: list(bytes, 70, (at) => ({ name: `o${at}`, description: 'd', inputs: { type: 'object' } })),
    },
    'many N-ACT tools': { items: list(bytes, 60, (at) => ({ id: `t${at}`, name: `t${at}`, version: 1 })) },
    'many steps': {
      ...arazzo,
      sourceDescriptions,
      workflows: [{ workflowId: 'w', steps: list(bytes, 90, step) }],
    },
    'long condition': {
      ...arazzo,
      sourceDescriptions,
      workflows: [
        {
          workflowId: 'w',
          steps: [{ stepId: 's', operationId: 'read', successCriteria: [{ condition: fill('(($a == 1 && ', bytes) }] }],
        },
      ],
    },
    'regular expression in a criterion': {
      ...arazzo,
      sourceDescriptions,
      workflows: [
        {
          workflowId: 'w',
          steps: [
            {
              stepId: 's',
              operationId: 'read',
              successCriteria: [{ context: '$response.body', type: 'regex', condition: fill('(a+)+', bytes) }],
            },
          ],
        },
      ],
    },
  };
  return Object.fromEntries(Object.entries(documents).map(([name, document]) => [name, JSON.stringify(document)]));
}

/** Texts in the notation of AGIS. */
export function hostileAgis(bytes: number): HostileTexts {
  const head = 'agis 1.0\nagtp: agtp://pier.example\n';
  return mapTexts(
    {
      braces: fill('{', bytes),
      endpoints: list(bytes, 40, (at) => `FIND /berths/${at} {\n  intent: "Finds."\n}\n`).join(''),
      'open endpoint': `FIND /berths {\n${fill('  intent: "a"\n', bytes)}`,
      quotes: fill('"', bytes),
      'long path': `FIND /${fill('a/', bytes)} {}\n`,
      'long verb': `${fill('FIND', bytes)} /a {}\n`,
      colons: fill('a: ', bytes),
      'broken lines': fill('FIND FIND\n', bytes),
      types: `FIND /a { input: { ${list(bytes, 20, (at) => `p${at}: string?`).join(', ')} } }\n`,
      comments: fill('# comment\n', bytes),
      indentation: list(bytes / 50, 1, (at) => `${' '.repeat(at % 90)}a:\n`).join(''),
    },
    (text) => `${head}${text}`,
  );
}

/** Texts in Markdown, as procedures. */
export function hostileMarkdown(characters: number): HostileTexts {
  return {
    'nested lists': Array.from(
      { length: Math.floor(Math.sqrt(characters)) },
      (_, at) => `${'  '.repeat(at)}- a\n`,
    ).join(''),
    quotes: fill('> ', characters),
    brackets: fill('[', characters),
    links: fill('[a](', characters),
    emphasis: fill('*a_', characters),
    backticks: fill('`', characters),
    'code fences': fill('```\n', characters),
    mentions: fill('call_tool() ', characters),
    'open mentions': fill('call_tool(a=', characters),
    'long mention': `call_tool(${fill('a, ', characters)})`,
    tables: fill('| a ', characters),
    headings: fill('# a\n', characters),
    'numbered steps': list(characters, 8, (at) => `${at}. a\n`).join(''),
    'underscored names': fill('a_', characters),
    spaces: fill(' ', characters),
    HTML: fill('<!-- ', characters),
  };
}
