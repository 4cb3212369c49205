/**
 * Tests what the linter does not check: how callers authenticate, how tools are called, and where APIs are discovered.
 */
import type { JsonObject, JsonValue } from '@dragoman/model';
import { describe, expect, it } from 'vitest';
import { lintDocument } from './linting/lint-document.js';

function rulesOn(document: JsonValue): string[] {
  const { findings } = lintDocument(new TextEncoder().encode(JSON.stringify(document)), { uri: 'document.json' });
  return findings.map(({ rule, severity }) => `${rule} ${severity}`).sort();
}

function apiWith(scheme: JsonObject, path = '/tasks'): JsonObject {
  return {
    openapi: '3.1.0',
    info: { title: 'Tasks', version: '1.0.0' },
    security: [{ securityScheme: [] }],
    components: { securitySchemes: { securityScheme: { description: 'How to authenticate.', ...scheme } } },
    paths: {
      [path]: {
        post: {
          operationId: 'task_create',
          summary: 'Create a task.',
          responses: { '201': { description: 'Created.' } },
        },
      },
    },
  };
}

const flow = { tokenUrl: 'https://id.example/token', scopes: {} };
const consent = { ...flow, authorizationUrl: 'https://id.example/authorize' };
const schemes: [name: string, scheme: JsonObject][] = [
  ['a client’s own credentials', { type: 'oauth2', flows: { clientCredentials: flow } }],
  ['a person’s consent', { type: 'oauth2', flows: { authorizationCode: consent } }],
  ['a password', { type: 'oauth2', flows: { password: flow } }],
  [
    'OpenID Connect',
    { type: 'openIdConnect', openIdConnectUrl: 'https://id.example/.well-known/openid-configuration' },
  ],
  ['an API key', { type: 'apiKey', in: 'header', name: 'X-Key' }],
  ['a certificate', { type: 'mutualTLS' }],
];

describe('lint verdict', () => {
  it.each(schemes)('[PROF-SCOPE-01] does not depend on authentication by %s', (_, scheme) => {
    const loud = (document: JsonObject) => rulesOn(document).filter((rule) => !rule.endsWith(' info'));
    expect(loud(apiWith(scheme))).toEqual(loud(apiWith({ type: 'http', scheme: 'bearer' })));
  });

  it.each(['2024-11-05', '2025-06-18', '2026-07-28'])(
    '[PROF-SCOPE-02] does not depend on the MCP version %s',
    (protocolVersion) => {
      const tools = [{ name: 'send', description: 'Sends.', inputSchema: { type: 'object', properties: {} } }];
      const found = rulesOn({ protocolVersion, tools });
      expect(found.length).toBeGreaterThan(0);
      expect(found).toEqual(rulesOn({ tools }));
    },
  );

  it('[PROF-DESC-06] accepts a resource name without a verb', () => {
    const api = apiWith({ type: 'mutualTLS' }, '/audit-log');
    const named = JSON.parse(JSON.stringify(api).replace('task_create', 'audit_log')) as JsonObject;
    const naming = (document: JsonObject) => rulesOn(document).filter((rule) => /^operation-id/.test(rule));
    expect(naming(named)).toEqual(naming(api));
  });

  it('[PROF-DISC-02] does not require llms.txt', () => {
    expect(rulesOn(apiWith({ type: 'mutualTLS' })).filter((rule) => /llms/.test(rule))).toEqual([]);
  });

  it('[PROF-LAYER-01] covers the description only, not the generated tools', () => {
    const text = JSON.stringify(apiWith({ type: 'mutualTLS' }));
    const { findings } = lintDocument(new TextEncoder().encode(text), { uri: 'document.json' });
    expect(findings.length).toBeGreaterThan(0);
    for (const { location } of findings) {
      expect([location.uri, typeof location.pointer]).toEqual(['document.json', 'string']);
    }
  });

  it.each(['/getTasks', '/Tasks/createNew', '/x1'])('[PROF-DESC-07] does not depend on the URL style %s', (path) => {
    const naming = (document: JsonObject) =>
      rulesOn(document).filter((rule) => /^operation-id|name|naming|verb/.test(rule));
    expect(naming(apiWith({ type: 'mutualTLS' }, path))).toEqual(naming(apiWith({ type: 'mutualTLS' })));
  });
});
