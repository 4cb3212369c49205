import { describe, expect, it } from 'vitest';
import type { ServiceState } from './catalogue-services.js';
import { serviceRemarks } from './service-remarks.js';

const usual: ServiceState = {
  id: 'pier',
  name: 'Pier',
  description: '',
  capabilities: [],
  protocol: 'openapi',
  operations: 1,
  status: 'active',
  visibility: 'public',
  credential: 'not_required',
  findings: 0,
  held: false,
  read_at: '2026-03-01T00:00:00.000Z',
};
const codes = (more: Partial<ServiceState>) => serviceRemarks({ ...usual, ...more }).map(({ code }) => code);

describe('remarks about a service', () => {
  it('are empty when everything is as usual', () => {
    const usage = { calls: 9, errors: 0, refused: 0, limited: 0 };
    const source = { url: 'https://x.example', failures: 0, held: false };
    expect(codes({ usage, source, breaker: 'closed', credential: 'stored' })).toEqual([]);
  });

  it('name everything else, the most urgent first', () => {
    const source = { url: 'https://x.example', failures: 2, held: true };
    const usage = { calls: 9, errors: 3, refused: 0, limited: 0 };
    expect(
      codes({
        held: true,
        status: 'inactive',
        breaker: 'half-open',
        server_known: false,
        credential: 'missing',
        source,
        usage,
        findings: 2,
      }),
    ).toEqual([
      'held',
      'breaker',
      'server_removed',
      'errors',
      'credential_missing',
      'change_held',
      'source_failing',
      'findings',
    ]);
    expect(codes({ status: 'deprecated', credential: 'required', visibility: 'private' })).toEqual([
      'status',
      'credential_required',
      'private',
    ]);
  });
});
