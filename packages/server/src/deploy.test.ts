/** The files that deploy a server: metrics, settings and routes that they name exist, and manifests are complete. */
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseYamlText } from '@dragoman/documents';
import type { JsonObject, JsonValue } from '@dragoman/model';
import { isJsonObject } from '@dragoman/model';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listSettings } from './config/settings-schema.js';
import { checkManifest } from './kubernetes-shapes.support.js';
import { renderHelm } from './render-helm.support.js';
import type { TestServer } from './server.support.js';
import { startTestServer } from './server.support.js';

const deploy = fileURLToPath(new URL('../../../deploy/', import.meta.url));
const read = (path: string) => readFileSync(`${deploy}${path}`, 'utf8');
const yaml = (text: string): JsonObject => {
  const { value, diagnostics } = parseYamlText(text, { limits: { bytes: 1e6, depth: 64, values: 1e5 } });
  expect(diagnostics).toEqual([]);
  return (value?.value ?? {}) as JsonObject;
};

/** Every object inside a value. */
function objectsIn(value: JsonValue | undefined): JsonObject[] {
  if (Array.isArray(value)) return value.flatMap(objectsIn);
  return isJsonObject(value) ? [value, ...Object.values(value).flatMap(objectsIn)] : [];
}

let server: TestServer;
let exported: Set<string>;
beforeAll(async () => {
  server = await startTestServer();
  await server.ask('GET', '/agents');
  const text = await (await server.ask('GET', '/metrics')).text();
  const names = [...text.matchAll(/^# TYPE (\w+) (\w+)$/gm)];
  exported = new Set(
    names.flatMap(([, name = '', type]) =>
      type === 'histogram' ? [name, `${name}_bucket`, `${name}_count`, `${name}_sum`] : [name],
    ),
  );
});
afterAll(() => server.server.close());

/** Names of metrics in a query: words before a brace, a bracket or an operator that are no function or label. */
function metricsIn(query: string): string[] {
  const plain = query
    .replaceAll(/"[^"]*"/g, '""')
    .replaceAll(/\b(by|without)\s*\([^)]*\)/g, '')
    .replaceAll(/\{[^}]*\}/g, '');
  return [...plain.matchAll(/[a-zA-Z_:][\w:]*(?!\w*\()/g)]
    .map(([word]) => word)
    .filter((word) => word.includes('_') && !/^(histogram_quantile)$/.test(word));
}

describe('dashboards and alerts', () => {
  it('query only metrics that a running server exports', () => {
    const dashboards = readdirSync(`${deploy}grafana/dashboards`);
    expect(dashboards.length).toBeGreaterThanOrEqual(2);
    const queries = [
      ...dashboards.flatMap((name) => objectsIn(JSON.parse(read(`grafana/dashboards/${name}`)) as JsonValue)),
      ...objectsIn(yaml(read('prometheus/alerts.yml'))),
    ].flatMap(({ expr }) => (typeof expr === 'string' ? [expr] : []));
    expect(queries.length).toBeGreaterThan(30);
    const used = new Set(queries.flatMap(metricsIn));
    expect(used.size).toBeGreaterThan(15);
    expect([...used].filter((name) => !exported.has(name))).toEqual([]);
  });

  it('say for every alert what it means and what to do', () => {
    const alerts = objectsIn(yaml(read('prometheus/alerts.yml'))).filter(({ alert }) => alert !== undefined);
    expect(alerts.length).toBeGreaterThan(8);
    for (const { alert, annotations, labels } of alerts) {
      expect(annotations, String(alert)).toMatchObject({ summary: expect.any(String), action: expect.any(String) });
      expect(labels, String(alert)).toMatchObject({ severity: expect.stringMatching(/^(critical|warning|info)$/) });
    }
  });
});

describe('settings of deployments', () => {
  it('exist', () => {
    const known = new Set(listSettings().map(({ schema }) => schema['x-env']));
    const values = yaml(read('helm/dragoman/values.yaml'));
    const files = [
      read('docker/Dockerfile'),
      read('compose.yaml'),
      read('systemd/dragoman.service'),
      read('helm/dragoman/templates/deployment.yaml'),
      Object.keys(values.environment as JsonObject).join(' '),
    ];
    const named = files.flatMap((text) => text.match(/\bDRAGOMAN_[A-Z_]+\b|\bDATABASE_URL\b/g) ?? []);
    expect(new Set(named).size).toBeGreaterThan(8);
    expect(named.filter((name) => !known.has(name))).toEqual([]);
  });

  it('run without rights on a root file system that cannot be written', () => {
    const docker = read('docker/Dockerfile');
    expect(docker).toMatch(/^USER 10001:10001$/m);
    expect(docker).toContain('HEALTHCHECK');
    const compose = yaml(read('compose.yaml'));
    expect((compose.services as JsonObject).dragoman).toMatchObject({ read_only: true, cap_drop: ['ALL'] });
    expect(Object.keys(compose.services as JsonObject)).toEqual([
      'dragoman',
      'postgres',
      'redis',
      'prometheus',
      'grafana',
    ]);
  });
});

describe('the image', () => {
  it('packs the command and every package of ours that it needs', () => {
    const needed = new Set<string>();
    const add = (name: string) => {
      if (needed.has(name)) return;
      needed.add(name);
      const manifest = JSON.parse(readFileSync(`${deploy}../packages/${name}/package.json`, 'utf8')) as JsonObject;
      for (const full of Object.keys((manifest.dependencies ?? {}) as JsonObject))
        if (full.startsWith('@dragoman/')) add(full.slice('@dragoman/'.length));
    };
    add('cli');
    const [, packed = ''] = /for package in ([a-z ]+);/.exec(read('docker/Dockerfile')) ?? [];
    expect(packed.split(' ').sort()).toEqual([...needed].sort());
  });
});

describe('the Helm chart', () => {
  const values = {
    ...yaml(read('helm/dragoman/values.yaml')),
    ingress: { enabled: true, host: 'a.example', className: 'x', tlsSecret: 't' },
    metrics: { podMonitor: true },
    grpc: { enabled: true, publicAddress: 'grpc.example:443' },
  };
  const chart = yaml(read('helm/dragoman/Chart.yaml'));
  const scope = { Values: values, Release: { Name: 'registry' }, Chart: { AppVersion: String(chart.appVersion) } };
  const manifests = readdirSync(`${deploy}helm/dragoman/templates`).map((name) =>
    yaml(renderHelm(read(`helm/dragoman/templates/${name}`), scope)),
  );
  const ofKind = (kind: string) => manifests.find((manifest) => manifest.kind === kind) as JsonObject;

  it('renders complete manifests', () => {
    expect(manifests.map(({ kind }) => kind).sort()).toEqual([
      'ConfigMap',
      'Deployment',
      'Ingress',
      'PodDisruptionBudget',
      'PodMonitor',
      'Service',
    ]);
    for (const { apiVersion, metadata } of manifests) {
      expect(apiVersion).toMatch(/^([a-z0-9.]+\/)?v1$/);
      expect(metadata).toMatchObject({ name: 'registry' });
    }
    const off = renderHelm(read('helm/dragoman/templates/ingress.yaml'), {
      ...scope,
      Values: { ingress: { enabled: false } },
    });
    expect(off.trim()).toBe('');
  });

  it('has only members that Kubernetes knows, with their types', () => {
    expect(manifests.flatMap(checkManifest)).toEqual([]);
    const { spec, ...rest } = ofKind('Deployment');
    expect(checkManifest({ ...rest, spec: { ...(spec as JsonObject), replica: 3, replicas: '2' } })).toEqual([
      'Deployment.spec.replicas is not integer',
      'Deployment.spec.replica is unknown',
    ]);
  });

  it('selects its own pods, probes routes that exist, and runs without rights', async () => {
    const { selector, template } = ofKind('Deployment').spec as { selector: JsonObject; template: JsonObject };
    const { labels } = template.metadata as { labels: JsonObject };
    expect(labels).toEqual(selector.matchLabels);
    expect((ofKind('Service').spec as JsonObject).selector).toEqual(labels);
    expect(((ofKind('PodDisruptionBudget').spec as JsonObject).selector as JsonObject).matchLabels).toEqual(labels);
    const pod = template.spec as JsonObject;
    expect(pod).toMatchObject({ automountServiceAccountToken: false, securityContext: { runAsNonRoot: true } });
    const [container] = pod.containers as JsonObject[];
    expect(container).toMatchObject({
      securityContext: {
        readOnlyRootFilesystem: true,
        allowPrivilegeEscalation: false,
        capabilities: { drop: ['ALL'] },
      },
      resources: { requests: { cpu: '250m' }, limits: { memory: '1536Mi' } },
    });
    for (const probe of ['livenessProbe', 'readinessProbe', 'startupProbe']) {
      const { httpGet } = Object(container?.[probe]) as { httpGet: { path: string } };
      expect((await server.ask('GET', httpGet.path)).status, probe).toBe(200);
    }
    expect(container).toMatchObject({ ports: [{ name: 'http' }, { name: 'grpc' }] });
    expect(ofKind('Service').spec).toMatchObject({ ports: [{ targetPort: 'http' }, { targetPort: 'grpc' }] });
    expect(ofKind('ConfigMap').data).toEqual({ DRAGOMAN_AUTH_MODE: 'required' });
  });
});
