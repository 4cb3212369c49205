import { describe, expect, it } from 'vitest';
import type { ConfigProblem } from './config-error.js';
import { isConfigError } from './config-error.js';
import { describeConfig } from './describe-config.js';
import type { ConfigSources } from './load-config.js';
import { loadConfig } from './load-config.js';

const noFile = () => {
  throw Object.assign(new Error('no such file'), { code: 'ENOENT' });
};

function load(sources: ConfigSources & { file?: unknown } = {}) {
  const { file, ...rest } = sources;
  const text = typeof file === 'string' ? file : JSON.stringify(file);
  const readJson = (path: string) => (path.includes('.config.y') ? noFile() : text);
  return loadConfig({ cwd: '/project', readFile: file === undefined ? noFile : readJson, ...rest });
}

function problems(sources: Parameters<typeof load>[0]): readonly ConfigProblem[] {
  try {
    load(sources);
  } catch (error) {
    if (isConfigError(error)) return error.problems;
    throw error;
  }
  return [];
}

describe('loading the configuration', () => {
  it('has safe defaults', () => {
    const config = load();
    expect(config.server).toMatchObject({ host: '127.0.0.1', port: 4780, tls: { minVersion: '1.3' } });
    expect(config.auth.mode).toBe('auto');
    expect(config.store).toEqual({ path: './.dragoman/dragoman.db', freshness: 'strict' });
    expect(config.outbound.allow).toEqual([]);
  });

  it('prefers the file to defaults, the environment to the file, and flags to everything', () => {
    const file = { server: { port: 1, host: 'file' }, registry: { strict: true } };
    const environment = { DRAGOMAN_PORT: '2', DRAGOMAN_LOG_LEVEL: 'warn' };
    const config = load({ file, environment, flags: { port: '3' } });
    expect(config.server).toMatchObject({ port: 3, host: 'file' });
    expect(config.registry.strict).toBe(true);
    expect(config.log.level).toBe('warn');
    expect(config.origins).toMatchObject({
      'server.port': 'flag --port',
      'server.host': 'file /project/dragoman.config.json',
      'log.level': 'environment DRAGOMAN_LOG_LEVEL',
      'log.pretty': 'default',
    });
  });

  it('reads lists, booleans and JSON from the environment', () => {
    const issuers = [{ issuer: 'https://id.example', audience: 'dragoman', jwksUri: 'https://id.example/keys' }];
    const config = load({
      environment: {
        DRAGOMAN_OUTBOUND_ALLOW: 'cards.example, 10.0.0.0/8',
        DRAGOMAN_TLS_TERMINATED: 'true',
        DRAGOMAN_AUTH_JWT_ISSUERS: JSON.stringify(issuers),
        DRAGOMAN_PUBLIC_URL: '',
      },
    });
    expect(config.outbound.allow).toEqual(['cards.example', '10.0.0.0/8']);
    expect(config.server.tlsTerminated).toBe(true);
    expect(config.server.publicUrl).toBeUndefined();
    expect(config.auth.jwt.issuers[0]).toMatchObject({
      clockSkewSeconds: 30,
      scopeClaim: 'scope',
      subjectClaim: 'sub',
    });
  });

  it('is deeply frozen', () => {
    const config = load();
    expect(() => Object.assign(config.limits.perMinute, { read: 1 })).toThrow(TypeError);
    expect(() => (config.outbound.allow as string[]).push('x')).toThrow(TypeError);
  });

  it.each<[string, Parameters<typeof load>[0], Partial<ConfigProblem>[]]>([
    [
      'a value of the wrong type',
      { file: { server: { port: '80' } } },
      [{ key: 'server.port', origin: 'file /project/dragoman.config.json', message: '"80" is not an integer' }],
    ],
    [
      'a value out of range',
      { environment: { DRAGOMAN_PORT: '70000' } },
      [{ key: 'server.port', origin: 'environment DRAGOMAN_PORT', message: '70000 is above 65535' }],
    ],
    [
      'a value that is not in the enum',
      { flags: { 'auth.mode': 'closed' } },
      [
        {
          key: 'auth.mode',
          origin: 'flag --auth.mode',
          message: '"closed" is not one of auto, open, optional, required',
        },
      ],
    ],
    [
      'an invalid number',
      { environment: { DRAGOMAN_PORT: '4780x' } },
      [{ key: 'server.port', message: '"4780x" is not an integer' }],
    ],
    [
      'a misspelled key in the file',
      { file: { sever: {}, server: { prot: 1 } } },
      [
        { key: 'sever', message: 'is unknown; did you mean server?' },
        { key: 'server.prot', message: 'is unknown; did you mean server.port?' },
      ],
    ],
    [
      'a misspelled environment variable',
      { environment: { DRAGOMAN_PROT: '1' } },
      [
        {
          key: 'DRAGOMAN_PROT',
          origin: 'environment DRAGOMAN_PROT',
          message: 'is unknown; did you mean DRAGOMAN_PORT?',
        },
      ],
    ],
    ['an unknown flag', { flags: { zebra: true } }, [{ key: 'zebra', message: 'is unknown' }]],
    [
      'an unknown member of an issuer',
      {
        file: { auth: { jwt: { issuers: [{ issuer: 'i', audience: 'a', jwksUri: 'https://x', audiance: 'b' }] } } },
      },
      [{ key: 'auth.jwt.issuers[0].audiance', message: 'is unknown; did you mean audience?' }],
    ],
    [
      'an issuer without keys',
      { file: { auth: { jwt: { issuers: [{ issuer: 'i', audience: 'a' }] } } } },
      [{ key: 'auth.jwt.issuers[0]', message: 'requires exactly one of jwksUri, jwksFile and jwks' }],
    ],
    [
      'a shared-secret algorithm',
      {
        file: { auth: { jwt: { issuers: [{ issuer: 'i', audience: 'a', jwks: {}, algorithms: ['HS256', 'none'] }] } } },
      },
      [{ key: 'auth.jwt.issuers[0].algorithms[0]' }, { key: 'auth.jwt.issuers[0].algorithms[1]' }],
    ],
    [
      'a key set over plain http',
      {
        file: { auth: { jwt: { issuers: [{ issuer: 'i', audience: 'a', jwksUri: 'http://x' }] } } },
      },
      [{ key: 'auth.jwt.issuers[0].jwksUri' }],
    ],
    [
      'a certificate without its key',
      { flags: { 'server.tls.certFile': 'cert.pem' } },
      [{ key: 'server.tls.certFile', message: 'certFile and keyFile must be set together' }],
    ],
    [
      'CORS origins that are not plain origins',
      { flags: { 'cors.origins': 'https://app.example/,app.example,https://App.example,http://localhost:3000,*' } },
      [
        {
          key: 'cors.origins[0]',
          message:
            '"https://app.example/" is not an origin; give only scheme, host and port, such as https://app.example',
        },
        { key: 'cors.origins[1]' },
        { key: 'cors.origins[2]' },
      ],
    ],
    [
      'a file that is not JSON',
      { file: '{' },
      [{ key: 'configuration', origin: 'file /project/dragoman.config.json' }],
    ],
    ['a file that is not a JSON object', { file: [] }, [{ key: 'configuration', message: 'must be an object' }]],
    [
      'a missing file that was named explicitly',
      { flags: { config: 'other.json' } },
      [{ key: 'configuration', origin: 'file /project/other.json', message: 'file not found' }],
    ],
    [
      'inherited names',
      { file: '{"__proto__": {"port": 1}, "constructor": 1}' },
      [{ key: '__proto__' }, { key: 'constructor', message: 'is unknown' }],
    ],
  ])('rejects %s', (_, sources, expected) => {
    expect(problems(sources)).toEqual(expected.map((problem) => expect.objectContaining(problem)));
  });

  it('reports the problems of all sources at once', () => {
    const found = problems({
      file: { server: { port: -1 }, nonsense: 1 },
      environment: { DRAGOMAN_LIMITS_CONCURRENCY: 'many' },
      flags: { 'log-level': 'loud' },
    });
    expect(found.map((problem) => problem.key)).toEqual(['nonsense', 'server.port', 'limits.concurrency', 'log.level']);
  });

  it('ignores DRAGOMAN_ variables of other programs', () => {
    expect(problems({ environment: { DRAGOMAN_SERVER: 'http://x', DRAGOMAN_KEY: 'dgm_', PATH: '/bin' } })).toEqual([]);
  });

  it('never shows a secret, valid or invalid', () => {
    const [problem] = problems({ environment: { DATABASE_URL: 'mysql://user:hunter2@db/x' } });
    expect(problem).toMatchObject({ key: 'store.databaseUrl', origin: 'environment DATABASE_URL' });
    expect(JSON.stringify(problem)).not.toContain('hunter2');
    const config = load({ environment: { DATABASE_URL: 'postgres://user:hunter2@db:5432/x?password=hunter3' } });
    const shown = describeConfig(config).find((setting) => setting.key === 'store.databaseUrl');
    expect(shown).toMatchObject({ value: 'postgres://***@db:5432/x?***', origin: 'environment DATABASE_URL' });
  });
});

describe('a configuration file in YAML', () => {
  const read = (files: Record<string, string>, flags: Record<string, unknown> = {}) =>
    loadConfig({
      cwd: '/srv',
      environment: {},
      flags,
      readFile(path) {
        const text = files[path];
        if (text === undefined) throw Object.assign(new Error('none'), { code: 'ENOENT' });
        return text;
      },
    });
  const problemsOf = (files: Record<string, string>) => {
    try {
      read(files);
    } catch (error) {
      if (isConfigError(error))
        return error.problems.map(({ key, origin, message }) => `${key} (${origin}): ${message}`);
      throw error;
    }
    return [];
  };

  it('sets the same settings as JSON, and aliases repeat a value', () => {
    const text = [
      '# comments are fine',
      'server:',
      '  port: 5000',
      'outbound:',
      '  allow: &hosts [db.internal, "10.0.0.0/8"]',
      'cors:',
      '  origins: [https://app.example]',
      'secrets:',
      '  exchangeAt: *hosts',
    ].join('\n');
    const config = read({ '/srv/dragoman.config.yaml': text });
    expect(config.server.port).toBe(5000);
    expect(config.secrets.exchangeAt).toEqual(['db.internal', '10.0.0.0/8']);
    expect(config.origins['server.port']).toBe('file /srv/dragoman.config.yaml:3');
    expect(read({ '/srv/x.yml': 'log: { level: warn }' }, { config: 'x.yml' }).log.level).toBe('warn');
    expect(read({ '/srv/dragoman.config.yml': '# nothing set\n---\n' }).server.port).toBe(4780);
  });

  it('reports all problems at once, each with its line', () => {
    const text = ['server:', '  prot: 5000', 'limits:', '  streams: many', 'lgo:', '  level: info', '<<: {}'].join(
      '\n',
    );
    expect(problemsOf({ '/srv/dragoman.config.yaml': text })).toEqual([
      'server.prot (file /srv/dragoman.config.yaml:2): is unknown; did you mean server.port?',
      'lgo (file /srv/dragoman.config.yaml:5): is unknown; did you mean log?',
      expect.stringContaining('<< (file /srv/dragoman.config.yaml:7): merge keys are not supported'),
      'limits.streams (file /srv/dragoman.config.yaml:4): "many" is not an integer',
    ]);
  });

  it('explains tabs, anchors that do not exist, tags, two documents and two files', () => {
    const at = (text: string) => problemsOf({ '/srv/dragoman.config.yaml': text }).join('\n');
    expect(at('server:\n\tport: 1\n\thost: x')).toBe(
      'configuration (file /srv/dragoman.config.yaml:2): indentation must use spaces, not tabs\n' +
        'configuration (file /srv/dragoman.config.yaml:3): indentation must use spaces, not tabs',
    );
    expect(at('server:\n  port: *missing')).toContain('yaml:2): the alias *missing has no earlier anchor');
    expect(at('log:\n  level: !!js/function x')).toContain('is not supported');
    expect(at('log: {}\n---\nserver: {}')).toContain('more than one document');
    expect(at('a: &a [*a]')).toContain('the alias *a');
    expect(at('- 1')).toContain('must be an object');
    const bomb = [
      'a: &a [1,1,1,1,1,1,1,1,1]',
      ...'bcdefg'.split('').map((n, i) => `${n}: &${n} [${Array(9).fill(`*${'abcdef'[i]}`).join(',')}]`),
    ];
    expect(at(bomb.join('\n'))).toContain('more than 20000 values');
    const both = { '/srv/dragoman.config.yaml': 'log: {}', '/srv/dragoman.config.json': '{}' };
    expect(problemsOf(both).join()).toContain('exists, too');
  });
});
