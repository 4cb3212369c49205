/**
 * The members of a card as its schema defines them (1.0 §4.4), and the conversion of a card to the form that is
 * signed: without unknown members and default values (§8.4.1). A table and the function that applies it.
 */
import type { JsonObject, JsonValue } from '@dragoman/model';
import { isJsonObject } from '@dragoman/model';
import { memberOf } from './wire.js';

/** `plain`: omitted when empty or false; `optional`: kept as given; `free`: any JSON; otherwise the name of a shape. */
type Kind = 'plain' | 'optional' | 'free' | ShapeName | `list:${ShapeName}` | `map:${ShapeName}`;
type ShapeName = keyof typeof shapes;

const flow = { refreshUrl: 'plain', scopes: 'free', tokenUrl: 'plain' };

const shapes = {
  card: {
    name: 'plain',
    description: 'plain',
    supportedInterfaces: 'list:interface',
    provider: 'provider',
    version: 'plain',
    documentationUrl: 'optional',
    capabilities: 'capabilities',
    securitySchemes: 'map:scheme',
    securityRequirements: 'list:requirement',
    defaultInputModes: 'free',
    defaultOutputModes: 'free',
    skills: 'list:skill',
    iconUrl: 'optional',
  },
  interface: { url: 'plain', protocolBinding: 'plain', tenant: 'plain', protocolVersion: 'plain' },
  provider: { url: 'plain', organization: 'plain' },
  capabilities: {
    streaming: 'optional',
    pushNotifications: 'optional',
    extensions: 'list:extension',
    extendedAgentCard: 'optional',
  },
  extension: { uri: 'plain', description: 'plain', required: 'plain', params: 'free' },
  skill: {
    id: 'plain',
    name: 'plain',
    description: 'plain',
    tags: 'free',
    examples: 'free',
    inputModes: 'free',
    outputModes: 'free',
    securityRequirements: 'list:requirement',
  },
  requirement: { schemes: 'map:scopes' },
  scopes: { list: 'free' },
  scheme: {
    apiKeySecurityScheme: 'apiKey',
    httpAuthSecurityScheme: 'http',
    oauth2SecurityScheme: 'oauth2',
    openIdConnectSecurityScheme: 'oidc',
    mtlsSecurityScheme: 'mtls',
  },
  apiKey: { description: 'plain', location: 'plain', name: 'plain' },
  http: { description: 'plain', scheme: 'plain', bearerFormat: 'plain' },
  oauth2: { description: 'plain', flows: 'flows', oauth2MetadataUrl: 'plain' },
  oidc: { description: 'plain', openIdConnectUrl: 'plain' },
  mtls: { description: 'plain' },
  flows: {
    authorizationCode: 'codeFlow',
    clientCredentials: 'tokenFlow',
    implicit: 'codeFlow',
    password: 'tokenFlow',
    deviceCode: 'deviceFlow',
  },
  codeFlow: { ...flow, authorizationUrl: 'plain', pkceRequired: 'plain' },
  tokenFlow: flow,
  deviceFlow: { ...flow, deviceAuthorizationUrl: 'plain' },
} as const;

/** The members of a card that a 1.0 signature covers: only those in the schema. */
export function signedMembers(card: JsonObject): JsonObject {
  return shape(card, 'card') ?? {};
}

/** The form of a card that is signed: the covered members, without default values. */
export function signedForm(card: JsonObject): JsonObject {
  return cleanForm(signedMembers(card));
}

/** The form of a 0.3 card that is signed: everything except its signatures, without empty values. */
export function olderSignedForm({ signatures: _, ...card }: JsonObject): JsonObject {
  return cleanForm(card);
}

function cleanForm(card: JsonObject): JsonObject {
  const cleaned = withoutEmpty(card);
  return isJsonObject(cleaned) ? cleaned : {};
}

function shape(value: JsonValue, name: ShapeName): JsonObject | undefined {
  if (!isJsonObject(value)) return undefined;
  const members = Object.entries(shapes[name] as Record<string, Kind>).flatMap(
    ([member, kind]): [string, JsonValue][] => {
      const given = memberOf(value, member);
      const kept = given === undefined ? undefined : shapeMember(given, kind);
      return kept === undefined ? [] : [[member, kept]];
    },
  );
  return Object.fromEntries(members);
}

function shapeMember(given: JsonValue, kind: Kind): JsonValue | undefined {
  if (kind === 'free' || kind === 'optional') return given;
  if (kind === 'plain') return given === false || given === 0 ? undefined : given;
  if (kind.startsWith('list:')) {
    const inner = kind.slice(5) as ShapeName;
    return Array.isArray(given) ? given.flatMap((each) => shape(each, inner) ?? []) : undefined;
  }
  if (kind.startsWith('map:')) {
    const inner = kind.slice(4) as ShapeName;
    if (!isJsonObject(given)) return undefined;
    return Object.fromEntries(
      Object.entries(given).flatMap(([key, each]): [string, JsonValue][] => {
        const shaped = shape(each, inner);
        return shaped === undefined ? [] : [[key, shaped]];
      }),
    );
  }
  return shape(given, kind as ShapeName);
}

/** Removes empty strings, lists and objects at any depth; the depth of cards is checked before. */
function withoutEmpty(value: JsonValue): JsonValue | undefined {
  if (value === '' || value === null) return undefined;
  if (Array.isArray(value)) {
    const kept = value.map(withoutEmpty).filter((each) => each !== undefined);
    return kept.length === 0 ? undefined : kept;
  }
  if (typeof value !== 'object') return value;
  const kept = Object.entries(value).flatMap(([name, each]): [string, JsonValue][] => {
    const clean = withoutEmpty(each);
    return clean === undefined ? [] : [[name, clean]];
  });
  return kept.length === 0 ? undefined : Object.fromEntries(kept);
}
