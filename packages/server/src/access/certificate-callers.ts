/**
 * Recognises callers by client certificates. The handshake has verified the certificate against the issuers that the
 * operator named; here its names become a caller, by the operator's rules and no others.
 */
import type { X509Certificate } from 'node:crypto';
import type { Caller } from '@dragoman/core/engine';
import { Failure } from '@dragoman/model';
import type { CertificateRule } from '../config/config.js';

/** The names in a verified client certificate, as rules write them: URIs, then `CN=` and the common name. */
export type CertificateNames = readonly string[];

/** Tells whom a verified certificate stands for; throws `INVALID_CREDENTIAL` when no rule names it. */
export type RecogniseCertificate = (names: CertificateNames) => Caller;

/** Makes the function from the rules. */
export function createRecogniseCertificate(rules: readonly CertificateRule[]): RecogniseCertificate {
  return (names) => {
    for (const rule of rules) {
      const name = names.find((each) => fits(rule.name, each));
      if (name !== undefined) return { kind: 'certificate', subject: `certificate:${name}`, scopes: [...rule.scopes] };
    }
    throw new Failure('INVALID_CREDENTIAL', {
      message: 'The client certificate is good, but stands for nobody here; the operator names callers in auth.mtls.',
    });
  };
}

function fits(rule: string, name: string): boolean {
  return rule.endsWith('*') ? name.startsWith(rule.slice(0, -1)) : name === rule;
}

const longestName = 512;

/** The names of a certificate that a rule can be about. */
export function certificateNames(certificate: X509Certificate): CertificateNames {
  const { subject } = certificate.toLegacyObject();
  // Several common names come as a list; which of them is meant cannot be known.
  const commonName = typeof subject?.CN === 'string' ? [`CN=${subject.CN}`] : [];
  return [...alternativeUris(certificate.subjectAltName ?? ''), ...commonName].filter(
    (name) => name.length <= longestName,
  );
}

/** Node writes alternative names behind each other; a name that could be taken for two is in quotes. */
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
