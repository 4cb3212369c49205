/**
 * Writes an entry as an A2A 1.0 card, as it is reached through this gateway. Skills are described in text; schemas
 * and effects are in an extension, so that a client which supports it loses nothing. Text that contains instructions
 * is left out.
 */
import type { Diagnostic, Entry, JsonObject, JsonSchema, Operation } from '@dragoman/model';
import { diagnose, isJsonObject } from '@dragoman/model';
import type { ReleasedTexts } from '../../gateway/contains-instructions.js';
import { containsInstructions } from '../../gateway/contains-instructions.js';
import { releasedIn } from '../../gateway/held-texts.js';
import { modelText, titleOf } from '../../gateway/model-text.js';
import { plainSchema } from '../../gateway/plain-schema.js';
import { a2aDiagnostics } from './diagnostics.js';
import type { CardKey } from './signature.js';
import { signCard } from './signature.js';
import { takesMessages } from './skill-schemas.js';
import { extraMember, memberOf, operationsExtension, versions } from './wire.js';

/** Options for writing a card. */
export interface WriteCardOptions {
  /** Public address of this server, without a trailing slash. */
  origin: string;
  /** Address of the gRPC binding; absent where it is not served. */
  grpcAddress?: string;
  /** True when callers need a credential. */
  secured: boolean;
  key?: CardKey;
}

/** The card and the diagnostics. */
export interface WrittenCard {
  card: JsonObject;
  diagnostics: Diagnostic[];
}

/** Media types of skills that take objects. */
const modes = ['application/json', 'text/plain'];

/** The path at which an entry receives messages. */
export function messagesPath(id: string): string {
  return `/agents/${encodeURIComponent(id)}/a2a`;
}

/** Writes the card of any entry. */
export function writeCard(entry: Entry, { origin, grpcAddress, secured, key }: WriteCardOptions): WrittenCard {
  const diagnostics: Diagnostic[] = [];
  const writing = { released: releasedIn(entry), diagnostics };
  const url = `${origin}${messagesPath(entry.id)}`;
  const operations = entry.operations.filter((operation) => isListed(operation, diagnostics));
  const card: JsonObject = {
    name: entry.name,
    description:
      (entry.origin.protocol === 'a2a' ? verbatim : modelText)(entry.description, writing.released) ?? entry.name,
    supportedInterfaces: [
      { url, protocolBinding: 'JSONRPC', protocolVersion: versions.current },
      { url, protocolBinding: 'HTTP+JSON', protocolVersion: versions.current },
      ...grpcInterfaces(entry, grpcAddress),
      { url, protocolBinding: 'JSONRPC', protocolVersion: versions.older },
    ],
    ...providerOf(entry, origin),
    version: entry.version ?? '1',
    capabilities: { streaming: true, pushNotifications: true, extensions: [extensionOf(operations, writing)] },
    ...(secured ? security : {}),
    defaultInputModes: modes,
    defaultOutputModes: modes,
    skills: operations.map((operation) => writeSkill(operation, entry, writing)),
    ...olderMembers(url),
  };
  return { card: key === undefined ? card : signCard(card, key), diagnostics };
}

/** One address serves all agents; the tenant of a request names the agent. */
function grpcInterfaces({ id }: Entry, url: string | undefined): JsonObject[] {
  return url === undefined ? [] : [{ url, protocolBinding: 'GRPC', tenant: id, protocolVersion: versions.current }];
}

const credentialText = 'An API key or access token of this gateway.';
const olderScheme = { type: 'http', scheme: 'bearer', description: credentialText };

/** The security members of 0.3. */
export const olderSecurity: JsonObject = {
  securitySchemes: { key: olderScheme },
  security: [{ key: [] }],
};

/** Those of 1.0, with the members of 0.3 that clients of 0.3 look for. */
const security: JsonObject = {
  ...olderSecurity,
  securitySchemes: {
    key: { ...olderScheme, httpAuthSecurityScheme: { scheme: 'Bearer', description: credentialText } },
  },
  securityRequirements: [{ schemes: { key: { list: ['agents:invoke'] } } }],
};

/** Clients of 0.3 expect one address with its transport. */
function olderMembers(url: string): JsonObject {
  return { url, preferredTransport: 'JSONRPC', protocolVersion: '0.3.0' };
}

function providerOf({ publisher, extra }: Entry, origin: string): JsonObject {
  if (publisher === undefined) return {};
  const kept = memberOf(extra, extraMember);
  const provider = isJsonObject(kept) ? memberOf(kept, 'provider') : undefined;
  const url = isJsonObject(provider) && typeof provider.url === 'string' ? provider.url : origin;
  return { provider: { organization: publisher, url } };
}

/** An operation whose name contains instructions is left out. */
function isListed(operation: Operation, diagnostics: Diagnostic[]): boolean {
  if (!containsInstructions(operation.name)) return true;
  diagnostics.push(withheld(operation, '/name'));
  return false;
}

function withheld({ name }: Operation, pointer: string): Diagnostic {
  return diagnose(a2aDiagnostics, 'a2a/text-withheld', { pointer }, { operation: name.slice(0, 80) });
}

/** The id of a skill in messages: the provider's own id if the operation was imported from a skill. */
export function skillId({ binding, name }: Operation): string {
  return binding.kind === 'a2a' ? binding.skill : name;
}

interface Writing {
  released: ReleasedTexts;
  diagnostics: Diagnostic[];
}

function writeSkill(operation: Operation, entry: Entry, { released, diagnostics }: Writing): JsonObject {
  const { name, tags } = operation;
  const said = operation.description ?? operation.summary ?? operation.outcome;
  const description = operation.binding.kind === 'a2a' ? verbatim(said, released) : modelText(said, released);
  if (said !== undefined && description === undefined) diagnostics.push(withheld(operation, '/description'));
  const kept = memberOf(operation.extra, extraMember);
  const title = isJsonObject(kept) ? memberOf(kept, 'name') : undefined;
  const examples = examplesOf(operation, released);
  const labels = [...tags, ...(tags.length === 0 ? entry.capabilities : [])].filter(
    (tag) => !containsInstructions(tag, released),
  );
  return {
    id: skillId(operation),
    name:
      typeof title === 'string' && !containsInstructions(title, released)
        ? title
        : (titleOf(operation, released) ?? name.replaceAll('_', ' ')),
    description: description ?? (said === undefined ? name.replaceAll('_', ' ') : heldNotice),
    tags: labels.length === 0 ? ['operation'] : labels.slice(0, 50),
    ...(examples.length === 0 ? {} : { examples }),
    ...(takesMessages(operation) ? {} : { inputModes: modes, outputModes: modes }),
  };
}

/** What a skill says instead of a description that is held. */
const heldNotice =
  'The description from the provider is held, because it contains words that look like an instruction to a model; ' +
  'the skill can be used. The operator of this gateway can release the text.';

/** Texts of A2A agents stay as their authors wrote them. */
function verbatim(text: string | undefined, released: ReleasedTexts): string | undefined {
  return text === undefined || text.trim() === '' || containsInstructions(text, released) ? undefined : text;
}

function examplesOf(operation: Operation, released: ReleasedTexts): string[] {
  return operation.examples.slice(0, 10).flatMap(({ input }) => {
    if (input === undefined) return [];
    const message = isJsonObject(input) && takesMessages(operation) ? memberOf(input, 'message') : undefined;
    const text = typeof message === 'string' ? message : JSON.stringify(input);
    return containsInstructions(text) && containsInstructions(input, released) ? [] : [text];
  });
}

function extensionOf(operations: readonly Operation[], writing: Writing): JsonObject {
  const facts = operations
    .filter((operation) => !takesMessages(operation))
    .map((operation): [string, JsonObject] => [skillId(operation), factsOf(operation, writing)]);
  return {
    uri: operationsExtension,
    description:
      'Inputs and outputs of skills as JSON Schemas. Name the skill in the metadata of the message ' +
      'and send its input as one data part.',
    params: { operations: Object.fromEntries(facts) },
  };
}

function factsOf(operation: Operation, { released, diagnostics }: Writing): JsonObject {
  const { input, output, impact, idempotent, version, lifecycle } = operation;
  const shown = { input: schemaOf(operation, input, released), output: schemaOf(operation, output, released) };
  const places = (['input', 'output'] as const).flatMap((name) => shown[name].withheld.map((at) => `/${name}${at}`));
  for (const place of places) diagnostics.push(withheld(operation, place));
  reportLosses(operation, diagnostics);
  return {
    input: shown.input.schema,
    output: shown.output.schema,
    ...(places.length === 0 ? {} : { held_texts: places.length }),
    version,
    ...(impact === undefined ? {} : { impact }),
    ...(idempotent === undefined ? {} : { idempotent }),
    ...(lifecycle?.deprecated === true ? { deprecated: true } : {}),
    ...(lifecycle?.sunset === undefined ? {} : { sunset: lifecycle.sunset }),
    ...(lifecycle?.replacement === undefined || containsInstructions(lifecycle.replacement)
      ? {}
      : { replaced_by: lifecycle.replacement }),
  };
}

/** The schema without texts that contain instructions; one that contains them elsewhere, as in a name, is left out. */
function schemaOf(
  { binding }: Operation,
  schema: JsonSchema,
  released: ReleasedTexts,
): { schema: JsonSchema; withheld: string[] } {
  if (!isJsonObject(schema)) return { schema, withheld: [] };
  const plain = plainSchema(schema, { verbatim: binding.kind === 'a2a', released });
  return containsInstructions(plain.schema, released) ? { schema: true, withheld: [''] } : plain;
}

function reportLosses(operation: Operation, diagnostics: Diagnostic[]): void {
  const { errors, transitions, hints, confidence, capability, examples } = operation;
  const text = operation.description ?? operation.summary;
  const isLost = {
    'declared errors': errors.length > 0,
    transitions: transitions !== undefined,
    hints: hints !== undefined,
    confidence: confidence !== undefined,
    capability: capability !== undefined,
    outcomes: operation.outcome !== undefined && text !== undefined,
    'outputs of examples': examples.some(({ output }) => output !== undefined),
  };
  const lost = Object.entries(isLost).flatMap(([what, isIt]) => (isIt ? [what] : []));
  if (lost.length === 0) return;
  const parameters = { what: lost.join(', '), operation: operation.name.slice(0, 80), where: 'they are left out' };
  diagnostics.push(diagnose(a2aDiagnostics, 'a2a/not-carried', { pointer: '' }, parameters));
}
