/** Reads an incoming message: its content, the skill that it addresses, and its options. */
import type { Entry, FieldError, JsonObject, JsonSchema, JsonValue, Operation } from '@dragoman/model';
import { Failure, isJsonObject, listNames, suggestNames } from '@dragoman/model';
import { findOperation } from '../../../gateway/choose-operation.js';
import type { PartContent } from '../message-parts.js';
import { readParts } from '../message-parts.js';
import type { MessagePlace } from '../skill-schemas.js';
import { inputOfContent, takesMessages } from '../skill-schemas.js';
import { a2aLimits, extensionMember, memberOf, textOf } from '../wire.js';
import { skillId } from '../write.js';
import { a2aFailure } from './faults.js';
import type { PushConfig } from './push-config.js';
import { readPushConfig } from './push-config.js';

/** A parsed message request. */
export interface SentMessage {
  content: PartContent;
  place: MessagePlace;
  skill?: string;
  version?: number;
  dryRun: boolean;
  confirmation?: string;
  idempotencyKey?: string;
  /** True: return the task immediately and continue in the background. */
  returnImmediately: boolean;
  /** Media types that the sender accepts; any when empty. */
  outputModes: string[];
  push?: PushConfig;
}

/** Reads the parameters of `SendMessage`, of either revision; throws all problems at once. `secret` seals credentials. */
export function readMessage(params: JsonObject, secret: string): SentMessage {
  const problems: FieldError[] = [];
  const message = memberOf(params, 'message');
  const parts = isJsonObject(message) ? memberOf(message, 'parts') : undefined;
  if (!isJsonObject(message)) problems.push(faulty('message', 'must be an object'));
  else if (!Array.isArray(parts) || parts.length === 0)
    problems.push(faulty('message.parts', 'must have at least one part'));
  else checkParts(parts, problems);
  const given = isJsonObject(message) ? message : {};
  if (textOf(memberOf(given, 'messageId'), 200) === undefined) problems.push(faulty('message.messageId', 'is missing'));
  if (!isContextId(memberOf(given, 'contextId'))) {
    problems.push(
      faulty('message.contextId', `must be a text of at most ${maxContextId} characters without spaces around it`),
    );
  }
  const options = readOptions(given, params, problems);
  const configuration = memberOf(params, 'configuration');
  const settings = isJsonObject(configuration) ? configuration : {};
  const current = memberOf(settings, 'taskPushNotificationConfig');
  const push = current ?? memberOf(settings, 'pushNotificationConfig') ?? undefined;
  const reading = { problems, secret, isOlder: current === undefined };
  const config = push === undefined ? undefined : readPushConfig(push, reading);
  if (problems.length > 0) throw invalid(problems);
  const { outputModes, returnImmediately } = readSettings(settings);
  return {
    content: readParts(parts),
    place: placeOf(given),
    ...options,
    returnImmediately,
    outputModes,
    ...(config === undefined ? {} : { push: config }),
  };
}

function faulty(field: string, detail: string): FieldError {
  return { field, pointer: `/${field.replaceAll('.', '/')}`, code: 'a2a/message', detail };
}

/** Maximum number of faulty parts that are reported. */
const maxFaulty = 20;

/** Every part has exactly one content; a part that is not understood would be lost. */
function checkParts(parts: readonly JsonValue[], problems: FieldError[]): void {
  if (parts.length > a2aLimits.parts) {
    problems.push(faulty('message.parts', `has ${parts.length} parts; at most ${a2aLimits.parts} are accepted`));
    return;
  }
  const wrong = parts.flatMap((part, at) => {
    const kinds = isJsonObject(part) ? partKinds.filter((kind) => memberOf(part, kind) !== undefined) : [];
    if (kinds.length === 1) return [];
    const fault = kinds.length === 0 ? 'has none' : 'has several';
    return [faulty(`message.parts.${at}`, `${fault} of ${partKinds.join(', ')}; a part has exactly one`)];
  });
  problems.push(...wrong.slice(0, maxFaulty));
}

/** Members that hold the content of a part; `file` in 0.3. */
const partKinds = ['text', 'data', 'url', 'raw', 'file'] as const;

function invalid(fieldErrors: readonly FieldError[]): Failure {
  return new Failure('INVALID_INPUT', {
    message: fieldErrors.map(({ field, detail }) => `${field} ${detail}`).join('; '),
    fieldErrors,
  });
}

const maxContextId = 200;

/** False for an id that could not be kept as it is (1.0 §3.4.1); an empty one is absent. */
function isContextId(given: JsonValue | undefined): boolean {
  return given === undefined || given === null || given === '' || textOf(given, maxContextId) === given;
}

function placeOf(message: JsonObject): MessagePlace {
  const contextId = textOf(memberOf(message, 'contextId'), maxContextId);
  const taskId = textOf(memberOf(message, 'taskId'), 200);
  return { ...(contextId === undefined ? {} : { contextId }), ...(taskId === undefined ? {} : { taskId }) };
}

function readSettings(settings: JsonObject): Pick<SentMessage, 'outputModes' | 'returnImmediately'> {
  const modes = memberOf(settings, 'acceptedOutputModes');
  return {
    outputModes: Array.isArray(modes) ? modes.filter((mode) => typeof mode === 'string').slice(0, 50) : [],
    returnImmediately: settings.returnImmediately === true || settings.blocking === false,
  };
}

type MessageOptions = Pick<SentMessage, 'skill' | 'version' | 'dryRun' | 'confirmation' | 'idempotencyKey'>;

/** Unknown options are rejected: a misspelled dry-run option would otherwise execute the call. */
function readOptions(message: JsonObject, params: JsonObject, problems: FieldError[]): MessageOptions {
  const metadata = { ...objectAt(params, 'metadata'), ...objectAt(message, 'metadata') };
  const options: MessageOptions = { dryRun: false };
  for (const [name, value] of Object.entries(metadata)) {
    if (!name.startsWith('urn:dragoman:') || setOption(options, name, value)) continue;
    const known = Object.values<string>(extensionMember);
    const detail = known.includes(name) ? 'has an invalid value' : `is unknown; use one of ${known.join(', ')}`;
    problems.push(faulty(`metadata['${name.slice(0, 80)}']`, detail));
  }
  // Other clients use the plain member name for the skill, if any.
  const plain = options.skill ?? textOf(memberOf(metadata, 'skill'), 200) ?? textOf(memberOf(metadata, 'skillId'), 200);
  return plain === undefined ? options : { ...options, skill: plain };
}

/** Sets an option; false when it is unknown or its value has the wrong type. */
function setOption(options: MessageOptions, name: string, value: JsonValue): boolean {
  if (name === extensionMember.skill && typeof value === 'string') options.skill = value;
  else if (name === extensionMember.confirmation && typeof value === 'string') options.confirmation = value;
  else if (name === extensionMember.idempotencyKey && typeof value === 'string') options.idempotencyKey = value;
  else if (name === extensionMember.version && Number.isSafeInteger(value)) options.version = Number(value);
  else if (name === extensionMember.dryRun && typeof value === 'boolean') options.dryRun = value;
  else return false;
  return true;
}

function objectAt(object: JsonObject, name: string): JsonObject {
  const value = memberOf(object, name);
  return isJsonObject(value) ? value : {};
}

/** The operation that a message addresses: the one it names, or the only one. */
export function namedSkill({ operations }: Entry, { skill }: SentMessage): Operation {
  const [only, second] = operations;
  const named = skill === undefined ? undefined : findOperation(operations, skill);
  if (named !== undefined) return named;
  if (skill === undefined && only !== undefined && second === undefined) return only;
  const ids = operations.map(skillId);
  const detail = skill === undefined ? `must name ${listNames(ids)}` : suggestNames(skill, ids);
  const message =
    skill === undefined
      ? `This agent has several skills; set the metadata member '${extensionMember.skill}' of the message to ${listNames(ids)}.`
      : `Unknown skill '${skill.slice(0, 80)}'. ${detail}`;
  throw new Failure('INVALID_INPUT', {
    message,
    fieldErrors: [{ field: 'message.metadata', pointer: '/message/metadata', code: 'a2a/skill', detail }],
  });
}

/** The operation input in a message. */
export function inputOf(operation: Operation, { content, place }: SentMessage): JsonValue {
  if (takesMessages(operation)) return inputOfContent(content, place);
  const { text, data, files } = content;
  if (files.length > 0) {
    throw a2aFailure(
      'CONTENT_TYPE_NOT_SUPPORTED',
      'This skill does not accept files; send its input as one data part.',
    );
  }
  const [first, second] = data;
  if (second !== undefined) throw noInput('has several data parts; send one with the complete input');
  if (first !== undefined) return first;
  const inputs = inputNames(operation.input);
  if (inputs.length === 0) return {};
  if (text === undefined) throw noInput('has neither text nor data; send the input as one data part');
  const parsed = parseObject(text);
  if (parsed !== undefined) return parsed;
  const slot = textSlot(operation.input);
  if (slot !== undefined) return { [slot]: text };
  const named = inputs.slice(0, 10).join(', ').slice(0, 300);
  throw noInput(
    `has only text, but the skill '${skillId(operation)}' takes other inputs (${named}); send them as one data part`,
  );
}

function noInput(detail: string): Failure {
  return new Failure('INVALID_INPUT', {
    message: `The message ${detail}.`,
    fieldErrors: [{ field: 'message.parts', pointer: '/message/parts', code: 'a2a/parts', detail }],
  });
}

function parseObject(text: string): JsonObject | undefined {
  if (!text.trimStart().startsWith('{')) return undefined;
  try {
    const value: unknown = JSON.parse(text);
    return isJsonObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** The only required text input of a skill, so that plain text can be its input. */
function textSlot(schema: JsonSchema): string | undefined {
  const [name, other] = inputNames(schema);
  if (name === undefined || other !== undefined || !isJsonObject(schema)) return undefined;
  return objectAt(objectAt(schema, 'properties'), name).type === 'string' ? name : undefined;
}

/** The required inputs of a skill; without any, all of them. */
function inputNames(schema: JsonSchema): string[] {
  if (!isJsonObject(schema)) return [];
  const required = Array.isArray(schema.required) ? schema.required.filter((name) => typeof name === 'string') : [];
  return required.length > 0 ? required : Object.keys(objectAt(schema, 'properties'));
}
