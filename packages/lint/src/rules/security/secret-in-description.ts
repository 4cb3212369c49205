/** PROF-SEC-04: a description contains no secret that works somewhere. */
import { childPointer } from '@dragoman/documents';
import type { JsonValue } from '@dragoman/model';
import type { Api, Placed } from '../../api/api.js';
import type { Rule } from '../../rule-model/rule.js';
import { body, object } from '../../rule-model/rule-cases.js';

/** A private key in PEM with a line of its own text, or the start of one in Base64. */
const pem = /-----BEGIN (?:[A-Z0-9]+ )*PRIVATE KEY-----\s*(?:\\n)?[A-Za-z0-9+/]{40}/;
const encodedPem = /^LS0tLS1CRUdJTi[A-Za-z0-9+/]{100}/;

/** Tokens with the prefix of the service that issues them. */
const tokens =
  /\b(?:sk_live_[A-Za-z0-9]{20,}|gh[pousr]_[A-Za-z0-9]{36}|glpat-[\w-]{20}|xox[abp]-\d{8,}-[\w-]{20,}|AIza[\w-]{35})\b/;

/** Locations of examples and of code samples. */
const shown = /\/(?:examples?|x-code-?samples|source)(?:\/|$)/i;

/** Fewer different characters are a placeholder: `ghp_xxxxxxxx`. */
const leastVariety = 12;

/** Private keys and tokens among defaults, examples and texts. */
export const secretInDescription: Rule = {
  id: 'secret-in-description',
  requirement: 'PROF-SEC-04',
  severity: 'warning',
  varies: 'info in an example or a code sample, which may be made up; else warning',
  message: 'The description contains {secret}.',
  why: 'Everybody who reads the description has the secret, and agents send examples and defaults as they are.',
  help: 'Remove it, replace it where it is used, and show a placeholder.',
  ignoresWording: true,
  check(api, report) {
    for (const { value, pointer } of listSecrets(api))
      report(pointer, { secret: value }, shown.test(pointer) ? { severity: 'info' } : {});
  },
  cases: {
    good: [
      {
        'post /t': { requestBody: body(object({ key: { type: 'string', example: '-----BEGIN PRIVATE KEY-----…' } })) },
      },
      { 'post /t': { requestBody: body(object({ token: { type: 'string', example: `ghp_${'x'.repeat(36)}` } })) } },
    ],
    bad: [
      {
        'post /t': {
          requestBody: body(
            object({
              key: {
                type: 'string',
                default: `-----BEGIN PRIVATE KEY-----\n${'MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIB'}`,
              },
            }),
          ),
        },
      },
      {
        'post /t': {
          requestBody: body(
            object({ token: { type: 'string', example: `ghp_${'1aB2cD3eF4gH5iJ6kL7'.padEnd(36, 'm8N9')}` } }),
          ),
        },
      },
    ],
  },
};

/** Kinds of secrets with their locations. */
function listSecrets({ root }: Api): Placed<string>[] {
  const found: Placed<string>[] = [];
  const queue: { value: JsonValue; path: Path | undefined }[] = [{ value: root, path: undefined }];
  for (let next = queue.pop(); next !== undefined; next = queue.pop()) {
    const { value, path } = next;
    if (typeof value === 'string') {
      const secret = value.length < shortest ? undefined : secretIn(value);
      if (secret !== undefined) found.push({ value: secret, pointer: pointerOf(path) });
    } else if (typeof value === 'object' && value !== null) {
      for (const [name, child] of Object.entries(value)) {
        // Most texts are too short.
        if (typeof child === 'string' ? child.length >= shortest : typeof child === 'object' && child !== null)
          queue.push({ value: child, path: { name, parent: path } });
      }
    }
  }
  return found.reverse();
}

/** Length of the shortest secret. */
const shortest = 20;

/** A location, which is written only for a finding. */
interface Path {
  name: string;
  parent: Path | undefined;
}

function pointerOf(path: Path | undefined): string {
  return path === undefined ? '' : childPointer(pointerOf(path.parent), path.name);
}

function secretIn(text: string): string | undefined {
  if (text.includes('PRIVATE KEY') && pem.test(text)) return 'a private key';
  if (text.startsWith('LS0tLS1CRUdJTi') && encodedPem.test(text) && /PRIVATE KEY/.test(atob(text.slice(0, 64))))
    return 'a private key in Base64';
  const [token = ''] = tokens.exec(text) ?? [];
  return token === '' || new Set(token).size < leastVariety ? undefined : 'an access token';
}
