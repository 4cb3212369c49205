/** Reads the request for a webhook subscription, and reports all its problems at once. */
import type { FieldError, JsonObject, JsonValue } from '@dragoman/model';
import { isJsonObject } from '@dragoman/model';
import type { KnownScheme, SignatureScheme } from '../../webhooks/signature-scheme.js';
import { knownSchemes } from '../../webhooks/signature-scheme.js';
import type { SubscriptionRequest, Verification } from '../../webhooks/subscriptions.js';
import { fault, invalidBody, refuseUnknown } from '../request-faults.js';

/** Names of verifications: the known schemes, one that is described in `signature`, or only the secret address. */
export const verifications = [...(Object.keys(knownSchemes) as KnownScheme[]), 'hmac-sha256', 'address'] as const;

/** Limits of texts and lists in requests. */
export const requestLimits = Object.freeze({ id: 512, name: 120, names: 100, secret: 512, header: 100, content: 200 });

const members = ['agent', 'webhooks', 'verification', 'signature', 'secret'];
const signatureMembers = ['header', 'prefix', 'encoding', 'content', 'timestamp_header', 'id_header', 'type_header'];

/** Reads the body; throws `INVALID_INPUT` with all problems. */
export function readSubscription(body: JsonValue): SubscriptionRequest {
  const faults: FieldError[] = [];
  if (!isJsonObject(body)) throw invalidBody([fault('', '', 'must be an object')]);
  refuseUnknown(body, members, '', faults);
  const text = textReader(body, '', faults);
  const agentId = text('agent', requestLimits.id) ?? '';
  if (body.agent === undefined) faults.push(fault('agent', '/agent', 'is missing: the id of a service'));
  const webhooks = readNames(body, faults);
  const verification = readVerification(body, faults);
  const secret = text('secret', requestLimits.secret);
  if (secret !== undefined && verification === 'address')
    faults.push(fault('secret', '/secret', 'is not used with the verification "address"'));
  if (faults.length > 0) throw invalidBody(faults);
  return {
    agentId,
    ...(webhooks === undefined ? {} : { webhooks }),
    verification,
    ...(secret === undefined ? {} : { secret }),
  };
}

function readNames({ webhooks }: JsonObject, faults: FieldError[]): string[] | undefined {
  if (webhooks === undefined) return undefined;
  const names = Array.isArray(webhooks) ? webhooks.filter((each) => typeof each === 'string') : [];
  if (
    Array.isArray(webhooks) &&
    names.length === webhooks.length &&
    names.length >= 1 &&
    names.length <= requestLimits.names
  )
    return [...new Set(names)];
  faults.push(fault('webhooks', '/webhooks', `must be a list of 1 to ${requestLimits.names} names of webhooks`));
  return undefined;
}

function readVerification(body: JsonObject, faults: FieldError[]): Verification {
  const { verification = 'standard-webhooks', signature } = body;
  const known = verifications.find((each) => each === verification);
  if (known === undefined) {
    faults.push(fault('verification', '/verification', `must be one of ${verifications.join(', ')}`));
  }
  if (known === 'hmac-sha256') return readSignature(signature, faults);
  if (signature !== undefined)
    faults.push(fault('signature', '/signature', 'is only used with the verification "hmac-sha256"'));
  return known ?? 'address';
}

/** How a sender signs that is not in the table. */
function readSignature(signature: JsonValue | undefined, faults: FieldError[]): SignatureScheme {
  const given = isJsonObject(signature) ? signature : {};
  if (!isJsonObject(signature)) {
    faults.push(fault('signature', '/signature', 'is missing: at least the header with the signature'));
  }
  refuseUnknown(given, signatureMembers, '/signature', faults);
  const text = textReader(given, 'signature', faults);
  const header = readHeader(given, 'header', faults) ?? '';
  if (isJsonObject(signature) && given.header === undefined)
    faults.push(fault('signature.header', '/signature/header', 'is missing: the header with the signature'));
  const { encoding = 'hex' } = given;
  if (encoding !== 'hex' && encoding !== 'base64')
    faults.push(fault('signature.encoding', '/signature/encoding', 'must be hex or base64'));
  const timestampHeader = readHeader(given, 'timestamp_header', faults);
  const content =
    text('content', requestLimits.content) ?? (timestampHeader === undefined ? '{body}' : '{timestamp}.{body}');
  const idHeader = readHeader(given, 'id_header', faults);
  for (const problem of contentProblems(content, { timestampHeader, idHeader }))
    faults.push(fault('signature.content', '/signature/content', problem));
  const [prefix, typeHeader] = [text('prefix', 40), readHeader(given, 'type_header', faults)];
  return {
    header,
    encoding: encoding === 'base64' ? 'base64' : 'hex',
    content,
    ...(prefix === undefined ? {} : { prefix }),
    ...(timestampHeader === undefined ? {} : { timestampHeader }),
    ...(idHeader === undefined ? {} : { idHeader }),
    ...(typeHeader === undefined ? {} : { typeHeader }),
  };
}

/** A signature that does not cover the body or the time would verify nothing. */
function contentProblems(
  content: string,
  { timestampHeader, idHeader }: { timestampHeader: string | undefined; idHeader: string | undefined },
): string[] {
  const uses = (name: string) => content.includes(`{${name}}`);
  return [
    ...(content.split('{body}').length === 2 ? [] : ['must contain {body} once']),
    ...(uses('timestamp') === (timestampHeader !== undefined)
      ? []
      : ['must contain {timestamp} exactly when timestamp_header is set']),
    ...(uses('id') && idHeader === undefined ? ['contains {id}, so id_header must be set'] : []),
  ];
}

function readHeader(given: JsonObject, name: string, faults: FieldError[]): string | undefined {
  const value = given[name];
  if (value === undefined) return undefined;
  if (typeof value === 'string' && value.length <= requestLimits.header && /^[\w!#$%&'*+.^`|~-]+$/.test(value))
    return value.toLowerCase();
  faults.push(fault(`signature.${name}`, `/signature/${name}`, 'must be the name of a header'));
  return undefined;
}

function textReader(body: JsonObject, at: string, faults: FieldError[]) {
  return (name: string, longest: number): string | undefined => {
    const value = body[name];
    if (value === undefined) return undefined;
    if (typeof value === 'string' && value !== '' && value.length <= longest) return value;
    const field = at === '' ? name : `${at}.${name}`;
    faults.push(fault(field, `/${field.replace('.', '/')}`, `must be a string of 1 to ${longest} characters`));
    return undefined;
  };
}
