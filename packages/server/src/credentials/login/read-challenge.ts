/**
 * Reads the `WWW-Authenticate` header of a service (RFC 9110 §11.6.1, RFC 6750 §3, RFC 9728 §5.1). It is untrusted text:
 * only values of the expected form are kept.
 */

/** What the challenges for a token say. */
export interface TokenChallenge {
  /** URL of the metadata of the protected resource. */
  resourceMetadata?: string;
  /** Scopes that the request needs, separated by spaces. */
  scope?: string;
  error?: string;
  /** Schemes: bearer tokens, tokens that are bound to a key (RFC 9449 §7.1), or both. */
  schemes: ('bearer' | 'dpop')[];
}

/** Longest header that is read, and form of the values that are kept. */
const longest = 8192;
const scopeForm = /^[\x21\x23-\x5b\x5d-\x7e]+(?: [\x21\x23-\x5b\x5d-\x7e]+)*$/;

/** The challenges for a token, in one; undefined when there is none. The first value of a parameter counts. */
export function readChallenge(headers: readonly string[]): TokenChallenge | undefined {
  const schemes: TokenChallenge['schemes'] = [];
  let parameters: Record<string, string> = {};
  for (const header of headers) {
    const text = header.slice(0, longest);
    // The name of the scheme may also occur inside a quoted value.
    const masked = text.replace(/"(?:[^"\\]|\\.)*"/g, (quoted) => '_'.repeat(quoted.length));
    for (const start of masked.matchAll(/(?:^|,)\s*(bearer|dpop)(?=\s|,|$)/gi)) {
      schemes.push(start[1]?.toLowerCase() === 'dpop' ? 'dpop' : 'bearer');
      parameters = { ...readParameters(text.slice(start.index + start[0].length)), ...parameters };
    }
  }
  if (schemes.length === 0) return undefined;
  const { resource_metadata: metadata, scope, error } = parameters;
  return {
    schemes,
    ...(metadata !== undefined && URL.canParse(metadata) ? { resourceMetadata: metadata } : {}),
    ...(scope !== undefined && scopeForm.test(scope) && scope.length <= 1024 ? { scope } : {}),
    ...(error !== undefined && /^[a-z_]{1,40}$/.test(error) ? { error } : {}),
  };
}

/** The parameters up to the next challenge, whose scheme has no equals sign after it; the first of a name counts. */
function readParameters(text: string): Record<string, string> {
  const found: Record<string, string> = Object.create(null) as Record<string, string>;
  const parameter = /\s*([\w!#$%&'*+.^`|~-]{1,64})\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s,"]*))\s*(?:,|$)/y;
  for (let match = parameter.exec(text); match !== null; match = parameter.exec(text)) {
    const [, name = '', quoted, plain = ''] = match;
    found[name.toLowerCase()] ??= quoted === undefined ? plain : quoted.replace(/\\(.)/g, '$1');
  }
  return found;
}
