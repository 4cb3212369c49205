import type { X509Certificate } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { certificateNames, createRecognizeCertificate } from './certificate-callers.js';

const certificate = (subjectAltName: string | undefined, CN?: string | string[]) =>
  ({ subjectAltName, toLegacyObject: () => ({ subject: { CN } }) }) as unknown as X509Certificate;

describe('certificateNames', () => {
  it('returns URIs and the common name', () => {
    expect(
      certificateNames(certificate('DNS:a.example, URI:spiffe://x/y, IP Address:10.0.0.1, URI:urn:z', 'me')),
    ).toEqual(['spiffe://x/y', 'urn:z', 'CN=me']);
    expect(certificateNames(certificate(undefined, ['two', 'names']))).toEqual([]);
    expect(certificateNames(certificate(`URI:x:${'a'.repeat(600)}`))).toEqual([]);
  });

  it('does not split a quoted name that contains another name', () => {
    expect(certificateNames(certificate('DNS:"a.example, URI:spiffe://x/admin", URI:"spiffe://x/b, c"'))).toEqual([
      'spiffe://x/b, c',
    ]);
    expect(certificateNames(certificate('DNS:"a\\", URI:spiffe://x/admin"'))).toEqual([]);
    expect(certificateNames(certificate('DNS:bro"ken, URI:spiffe://x/admin'))).toEqual([]);
  });
});

describe('certificate rules', () => {
  const recognize = createRecognizeCertificate([
    { name: 'spiffe://x/ops/*', scopes: ['admin'] },
    { name: 'spiffe://x/a', scopes: ['registry:read'] },
    { name: 'CN=old', scopes: [] },
  ]);

  it('return the caller of the first matching rule', () => {
    expect(recognize(['spiffe://x/a', 'CN=old'])).toEqual({
      kind: 'certificate',
      subject: 'certificate:spiffe://x/a',
      scopes: ['registry:read'],
    });
    expect(recognize(['spiffe://x/ops/ada']).subject).toBe('certificate:spiffe://x/ops/ada');
    expect(recognize(['CN=old']).scopes).toEqual([]);
  });

  it.each([[[]], [['spiffe://x/ab']], [['CN=older']], [['old']], [['spiffe://x/ops']]])('reject %j', (names) => {
    expect(() => recognize(names)).toThrow(expect.objectContaining({ code: 'INVALID_CREDENTIAL' }));
  });
});
