/**
 * The members of the Kubernetes objects that the chart renders, from the API reference of Kubernetes 1.31 and of the Prometheus
 * operator: as `kubeconform -strict` does, unknown members and wrong types are reported. A trailing `?` marks a member that may be
 * absent, `*` stands for any name.
 */
import type { JsonValue } from '@dragoman/model';
import { isJsonObject } from '@dragoman/model';

type Shape =
  | 'string'
  | 'integer'
  | 'boolean'
  | 'quantity'
  | 'integer-or-string'
  | RegExp
  | [Shape]
  | { [member: string]: Shape };

const name = /^[a-z0-9]([-a-z0-9.]{0,251}[a-z0-9])?$/;
const texts: Shape = { '*': 'string' };
const metadata: Shape = { name, 'labels?': texts, 'annotations?': texts };
const selector: Shape = { matchLabels: texts };
const probe: Shape = {
  httpGet: { path: /^\//, port: 'integer-or-string', 'scheme?': /^HTTPS?$/ },
  'periodSeconds?': 'integer',
  'failureThreshold?': 'integer',
  'timeoutSeconds?': 'integer',
  'initialDelaySeconds?': 'integer',
};
const quantities: Shape = { 'cpu?': 'quantity', 'memory?': 'quantity' };
const portName = /^[a-z0-9-]{1,15}$/;

const container: Shape = {
  name,
  image: /^\S+:\S+$/,
  'imagePullPolicy?': /^(Always|IfNotPresent|Never)$/,
  'securityContext?': {
    'readOnlyRootFilesystem?': 'boolean',
    'allowPrivilegeEscalation?': 'boolean',
    'capabilities?': { 'drop?': ['string'], 'add?': ['string'] },
  },
  'ports?': [{ 'name?': portName, containerPort: 'integer', 'protocol?': /^(TCP|UDP)$/ }],
  'env?': [
    {
      name: /^[A-Za-z_][A-Za-z0-9_]*$/,
      'value?': 'string',
      'valueFrom?': { 'secretKeyRef?': { name, key: 'string', 'optional?': 'boolean' } },
    },
  ],
  'envFrom?': [{ 'configMapRef?': { name }, 'secretRef?': { name } }],
  'livenessProbe?': probe,
  'readinessProbe?': probe,
  'startupProbe?': probe,
  'resources?': { 'requests?': quantities, 'limits?': quantities },
  'volumeMounts?': [{ name, mountPath: /^\//, 'readOnly?': 'boolean' }],
};

const pod: Shape = {
  'automountServiceAccountToken?': 'boolean',
  'terminationGracePeriodSeconds?': 'integer',
  'securityContext?': {
    'runAsNonRoot?': 'boolean',
    'runAsUser?': 'integer',
    'runAsGroup?': 'integer',
    'fsGroup?': 'integer',
    'seccompProfile?': { type: /^(RuntimeDefault|Unconfined|Localhost)$/ },
  },
  containers: [container],
  'volumes?': [{ name, 'emptyDir?': {} }],
};

const backend: Shape = { service: { name, port: { 'name?': portName, 'number?': 'integer' } } };

/** By API version and kind. */
const shapes: Readonly<Record<string, Shape>> = {
  'v1 ConfigMap': { metadata, data: texts },
  'v1 Service': {
    metadata,
    spec: {
      selector: texts,
      ports: [{ 'name?': portName, port: 'integer', 'targetPort?': 'integer-or-string', 'appProtocol?': 'string' }],
    },
  },
  'apps/v1 Deployment': {
    metadata,
    spec: {
      replicas: 'integer',
      'strategy?': {
        'type?': /^(RollingUpdate|Recreate)$/,
        'rollingUpdate?': { 'maxUnavailable?': 'integer-or-string', 'maxSurge?': 'integer-or-string' },
      },
      selector,
      template: { metadata: { labels: texts, 'annotations?': texts }, spec: pod },
    },
  },
  'policy/v1 PodDisruptionBudget': {
    metadata,
    spec: { 'maxUnavailable?': 'integer-or-string', 'minAvailable?': 'integer-or-string', selector },
  },
  'networking.k8s.io/v1 Ingress': {
    metadata,
    spec: {
      'ingressClassName?': 'string',
      'tls?': [{ hosts: ['string'], 'secretName?': name }],
      rules: [
        {
          'host?': 'string',
          http: { paths: [{ path: /^\//, pathType: /^(Prefix|Exact|ImplementationSpecific)$/, backend }] },
        },
      ],
    },
  },
  'monitoring.coreos.com/v1 PodMonitor': {
    metadata,
    spec: { selector, podMetricsEndpoints: [{ 'port?': 'string', 'path?': /^\//, 'interval?': 'string' }] },
  },
};

/** What is wrong with a manifest; empty when nothing is. */
export function checkManifest(manifest: JsonValue): string[] {
  if (!isJsonObject(manifest)) return ['is not an object'];
  const { apiVersion, kind, ...rest } = manifest;
  const shape = shapes[`${apiVersion} ${kind}`];
  return shape === undefined ? [`${apiVersion} ${kind} is unknown`] : check(rest, shape, String(kind));
}

function check(value: JsonValue | undefined, shape: Shape, at: string): string[] {
  if (Array.isArray(shape)) {
    if (!Array.isArray(value)) return [`${at} is not a list`];
    return value.flatMap((item, index) => check(item, shape[0], `${at}[${index}]`));
  }
  if (typeof shape === 'string' || shape instanceof RegExp) return isOf(value, shape) ? [] : [`${at} is not ${shape}`];
  if (!isJsonObject(value)) return [`${at} is not an object`];
  const known = new Map(Object.entries(shape).map(([key, inner]) => [key.replace('?', ''), inner]));
  const missing = Object.keys(shape).filter((key) => !key.endsWith('?') && key !== '*' && value[key] === undefined);
  return [
    ...missing.map((key) => `${at}.${key} is missing`),
    ...Object.entries(value).flatMap(([key, inner]) => {
      const own = known.get(key) ?? known.get('*');
      return own === undefined ? [`${at}.${key} is unknown`] : check(inner, own, `${at}.${key}`);
    }),
  ];
}

function isOf(value: JsonValue | undefined, shape: string | RegExp): boolean {
  if (shape instanceof RegExp) return typeof value === 'string' && shape.test(value);
  if (shape === 'quantity') return /^\d+(\.\d+)?(m|[KMGT]i?)?$/.test(String(value));
  if (shape === 'integer-or-string') return Number.isInteger(value) || typeof value === 'string';
  return shape === 'integer' ? Number.isInteger(value) : typeof value === shape;
}
