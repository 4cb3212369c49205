/** PROF-SEC-04: what proves who somebody is stays with the service. */
import { isType } from '../../api/schema-facts.js';
import { plainName } from '../../api/words.js';
import type { Rule } from '../../rule-model/rule.js';
import { answer, object } from '../../rule-model/rule-cases.js';

/** Passwords, secrets of clients and the numbers on the back of cards; tokens and keys are often what a call is made for. */
const secrets = new Set(
  'password passwd pwd userpassword currentpassword passwordhash hashedpassword encryptedpassword passwordsalt passphrase cvv cvc clientsecret consumersecret appsecret apisecret secretkey privatekey'.split(
    ' ',
  ),
);

const mayBeSecret = /pass|pwd|cv[vc]|secret|private/i;

/** What is shown on purpose: once, masked, or as a rule for passwords. */
const harmless =
  /\b(?:mask\w*|redact\w*|hidden|asterisks?|always (?:null|empty)|never returned|not returned|empty|write[- ]?only|temporary|one[- ]time|generated|initial|policy|placeholder|wi-?fi|guest|client-side|front-?end)\b|\bto the client\b|\bonly (?:be )?(?:returned|shown|available|visible|present|included)\b|\*{3}/i;

/** `/rules/auth/{email}` returns the key and the secret for the next calls. */
function handsOut(path: string, name: string): boolean {
  return /secret$/i.test(name) && /\/(?:auth\w*|api_?keys?|login|register)(?:\/|$)/i.test(path);
}

/** Reads that return a password. */
export const secretInResponse: Rule = {
  id: 'secret-in-response',
  requirement: 'PROF-SEC-04',
  severity: 'warning',
  varies: 'info for a secret of an application that the operation hands out, as its path says; else warning',
  message: 'Responses of {operation} contain {name}.',
  why: 'Whatever a read returns is in the context of the model, in logs and in histories, secrets included.',
  help: 'Leave it out of responses: mark it as writeOnly, or describe responses with a schema of their own.',
  check(api, report) {
    if (!api.outputs.some(({ name }) => name !== undefined && mayBeSecret.test(name))) return;
    const seen = new Set<string>();
    for (const { kinds, output, label, path, parameters } of api.exposed) {
      // A password that is sent to be rated comes back with the rating.
      if (parameters.some(({ name }) => secrets.has(plainName(name)))) continue;
      if (!kinds.read || output === undefined || /password|secret|credential|vault/i.test(path)) continue;
      for (const { name, schema, at, description, owner } of api.walk(output)) {
        if (name === undefined || !secrets.has(plainName(name)) || schema.writeOnly === true || seen.has(at)) continue;
        if (!isType(schema, 'string') || schema.format === 'uri' || harmless.test(description ?? '')) continue;
        // The inputs of a form, by their names.
        if (/config|setting|form|field|param|credential/i.test(owner?.name ?? '')) continue;
        seen.add(at);
        report(at, { operation: label, name }, handsOut(path, name) ? { severity: 'info' } : {});
      }
    }
  },
  cases: {
    good: [
      { 'get /t': { responses: answer(object({ password: { type: 'string', writeOnly: true } })) } },
      { 'get /t': { responses: answer(object({ password: { type: 'boolean' } })) } },
      { 'get /t': { responses: answer(object({ password: { type: 'string', description: 'Always masked' } })) } },
      { 'post /t': { responses: answer(object({ password: { type: 'string' } })) } },
    ],
    bad: [
      { 'get /apps': { responses: answer({ type: 'array', items: object({ client_secret: { type: 'string' } }) }) } },
      { 'get /users/{id}': { responses: answer(object({ name: {}, password: { type: 'string' } })) } },
    ],
  },
};
