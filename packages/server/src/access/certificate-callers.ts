/**
 * Authenticates callers by client certificate. The TLS handshake has verified the certificate against the configured
 * issuers; this module maps its names to a caller by the operator's rules.
 */
import type { X509Certificate } from 'node:crypto';
import type { Caller } from '@dragoman/core/engine';
import { Failure } from '@dragoman/model';
import type { CertificateRule } from '../config/config.js';

/** The names in a verified client certificate, in rule syntax: URIs, then `CN=` and the common name. */
export type CertificateNames = readonly string[];

/** Maps a verified certificate to a caller; throws `INVALID_CREDENTIAL` when no rule matches. */
export type RecognizeCertificate = (names: CertificateNames) => Caller;

/** Creates the function from the rules. */
export function createRecognizeCertificate(rules: readonly CertificateRule[]): RecognizeCertificate {
  return (names) => {
    for (const rule of rules) {
      const name = names.find((each) => fits(rule.name, each));
      if (name !== undefined) return { kind: 'certificate', subject: `certificate:${name}`, scopes: [...rule.scopes] };
    }
    throw new Failure('INVALID_CREDENTIAL', {
      message: 'The client certificate is valid but not mapped to a caller; see auth.mtls.callers.',
    });
  };
}

function fits(rule: string, name: string): boolean {
  return rule.endsWith('*') ? name.startsWith(rule.slice(0, -1)) : name === rule;
}

const maxNameLength = 512;

/** Returns the names of a certificate that rules can match. */
export function certificateNames(certificate: X509Certificate): CertificateNames {
  const { subject } = certificate.toLegacyObject();
  // Several common names come as a list and are ambiguous, so they are ignored.
  const commonName = typeof subject?.CN === 'string' ? [`CN=${subject.CN}`] : [];
  return [...alternativeUris(certificate.subjectAltName ?? ''), ...commonName].filter(
    (name) => name.length <= maxNameLength,
  );
}

/** Node writes alternative names as a comma-separated list; an ambiguous name is in quotes. */
function alternativeUris(text: string): string[] {
  const pattern = /([A-Za-z ]+):("(?:[^"\\]|\\.)*"|[^,"]*)(?:, |$)/y;
  const uris: string[] = [];
  for (let found = pattern.exec(text); found !== null; found = pattern.exec(text)) {
    const [, kind, value = ''] = found;
    if (kind === 'URI') uris.push(value.startsWith('"') ? String(JSON.parse(value)) : value);
    if (pattern.lastIndex >= text.length) break;
  }
  return uris;
}
