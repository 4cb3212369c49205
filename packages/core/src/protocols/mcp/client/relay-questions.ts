/**
 * Questions of a server during a call (elicitation, sampling, roots) are passed on to the client that made the call: in
 * the revisions with sessions they are requests on the stream of the call, in the stateless one they are the result.
 * Number and size are limited, and texts for people are marked as those of the service.
 */
import type { Binding, JsonObject, JsonValue } from '@dragoman/model';
import { Failure, isJsonObject, toFailure } from '@dragoman/model';
import { isLoopbackHost } from '../../../access/loopback.js';
import type { TargetedCall } from '../../../gateway/call.js';
import type { ClientQuestion } from '../../../gateway/client-line.js';
import type { RpcRequest } from '../../../transport/json-rpc.js';
import { rpcCodes, rpcError, rpcResult } from '../../../transport/json-rpc.js';
import { memberOf } from '../wire.js';
import { pageCompleted } from './mcp-link.js';
import { faultHelp, markQuestion, readClientAnswer } from './question-texts.js';

/** The questions of one call. */
export interface QuestionRelay {
  /** What the client of the call can be asked. */
  readonly capabilities: JsonObject;
  /** The session of the client, if it has one. */
  readonly session: string | undefined;
  /** True while a question is open: the server is not expected to send anything. */
  isAsking(): boolean;
  /** The response to a request of the server. */
  answer(request: Pick<RpcRequest, 'id' | 'method' | 'params'>): Promise<JsonObject>;
  /** The members that the repeated call adds for a result that asks; throws when the client cannot answer. */
  answerResult(result: JsonObject): Promise<JsonObject>;
  /** Asks the user to open the pages that the server requires before the call; throws unless the user agrees to all. */
  openPages(required: JsonValue | undefined): Promise<void>;
  /** True once the user has finished at those pages; false when the server does not say so in time. */
  finishPages(): Promise<boolean>;
  /** Why a question was not answered, if one was not. */
  readonly failure: Failure | undefined;
  /** Refuses the questions of this call, for this reason. */
  refuse(reason: string): void;
  /** Passes on that the user has finished at a page which this call has asked the user to open. */
  completed(elicitationId: JsonValue | undefined): void;
}

/** Maximum number of questions, and of results that ask, in one call. */
const maxQuestions = 20;

/** Maximum characters of one question, as JSON. */
const maxCharacters = 200_000;

/** Maximum milliseconds for which a call waits for a page: less than the official clients wait for a call. */
const maxPageMs = 45_000;

const unsupported = 'and the client of this call does not support that.';

/** Why a call fails whose client cannot be asked anything. */
const cannotAsk = `The service needs to ask the client, ${unsupported}`;

/** What a server asks for with each capability, for people. */
const wanted: Readonly<Record<string, string>> = {
  elicitation: 'input of its user (elicitation)',
  sampling: 'a message of its model (sampling)',
  roots: 'its roots',
};

/** Why a call fails whose client lacks these capabilities. */
export function cannotAnswer(capabilities: readonly string[]): string {
  const names = capabilities.map((capability) => wanted[capability]).filter((name) => name !== undefined);
  return names.length === 0 ? cannotAsk : `The service asked the client for ${names.join(' and ')}, ${unsupported}`;
}

const opens = 'The service requires its user to open a page first';

/** The requests that a client may answer, and the capability that it needs: the first name, and a member of it. */
const known: Readonly<Record<string, (params: JsonObject) => readonly string[]>> = {
  'elicitation/create': ({ mode }) => ['elicitation', mode === 'url' ? 'url' : 'form'],
  'sampling/createMessage': ({ tools }) => (tools === undefined ? ['sampling'] : ['sampling', 'tools']),
  'roots/list': () => ['roots'],
};

/** Creates the relay of a call. */
export function createQuestionRelay(call: TargetedCall): QuestionRelay {
  return new Relay(call);
}

class Relay implements QuestionRelay {
  failure: Failure | undefined = undefined;
  readonly #call: TargetedCall;
  /** The ids of the pages that the user was asked to open. */
  readonly #pages = new Set<JsonValue>();
  /** Ids of the pages that the server requires before the call. */
  readonly #required = new Set<JsonValue>();
  #onFinished: () => void = () => undefined;
  #open = 0;
  #asked = 0;
  #rounds = 0;

  constructor(call: TargetedCall) {
    this.#call = call;
  }

  get capabilities(): JsonObject {
    return this.#call.client?.capabilities ?? {};
  }

  get session(): string | undefined {
    return this.#call.client?.session ?? this.#call.session;
  }

  isAsking(): boolean {
    return this.#open > 0;
  }

  async answer({ id, method, params }: Pick<RpcRequest, 'id' | 'method' | 'params'>): Promise<JsonObject> {
    if (!Object.hasOwn(known, method)) {
      return rpcError(id, { code: rpcCodes.method, message: 'This client does not support the request.' });
    }
    try {
      const { question } = await this.#ask({ question: { method, params } });
      return rpcResult(id, question ?? {});
    } catch (thrown) {
      const [capability = ''] = capabilitiesFor(method, params);
      const code = Object.hasOwn(this.capabilities, capability) ? rpcCodes.internal : rpcCodes.method;
      return rpcError(id, { code, message: toFailure(thrown).message });
    }
  }

  async answerResult(result: JsonObject): Promise<JsonObject> {
    this.#rounds += 1;
    const requests = memberOf(result, 'inputRequests') ?? {};
    const state = memberOf(result, 'requestState');
    if (!isJsonObject(requests) || this.#rounds > maxQuestions) throw this.#fail(tooMany());
    const questions: Record<string, ClientQuestion> = {};
    for (const [name, request] of Object.entries(requests)) {
      if (!isJsonObject(request) || typeof request.method !== 'string' || !Object.hasOwn(known, request.method)) {
        throw this.#fail(faulty('The service asked for something that no client can answer.'));
      }
      questions[name] = { method: request.method, params: isJsonObject(request.params) ? request.params : {} };
    }
    return {
      ...(Object.keys(questions).length === 0 ? {} : { inputResponses: await this.#ask(questions) }),
      ...(typeof state === 'string' ? { requestState: state } : {}),
    };
  }

  async openPages(required: JsonValue | undefined): Promise<void> {
    const { elicitations } = isJsonObject(required) ? required : {};
    const pages = (Array.isArray(elicitations) ? elicitations : []).filter(isJsonObject);
    if (pages.length === 0) throw this.#fail(faulty(`${opens} without an address.`));
    const questions = pages.map((page, at): [string, ClientQuestion] => [
      `page${at + 1}`,
      { method: 'elicitation/create', params: { ...page, mode: 'url' } },
    ]);
    for (const { elicitationId } of pages) if (typeof elicitationId === 'string') this.#required.add(elicitationId);
    const answers = await this.#ask(Object.fromEntries(questions));
    if (Object.values(answers).some(({ action }) => action !== 'accept')) {
      throw this.#fail(unavailable(`${opens}, and the user did not agree.`));
    }
  }

  finishPages(): Promise<boolean> {
    const { client, signal } = this.#call;
    return new Promise((resolve) => {
      const end = () => {
        clearTimeout(timer);
        signal.removeEventListener('abort', end);
        resolve(this.#required.size === 0);
      };
      const timer = setTimeout(end, Math.min(client?.answerMs ?? 0, maxPageMs));
      this.#onFinished = end;
      signal.addEventListener('abort', end, { once: true });
      if (this.#required.size === 0 || signal.aborted) end();
    });
  }

  refuse(reason: string): void {
    this.#fail(unavailable(Object.keys(this.capabilities).length === 0 ? cannotAsk : reason));
  }

  completed(elicitationId: JsonValue | undefined): void {
    if (elicitationId === undefined || !this.#pages.delete(elicitationId)) return;
    if (this.#required.delete(elicitationId) && this.#required.size === 0) this.#onFinished();
    this.#call.client?.tell?.(pageCompleted, { elicitationId });
  }

  #fail(failure: Failure): Failure {
    this.failure ??= failure;
    return failure;
  }

  async #ask(questions: Record<string, ClientQuestion>): Promise<Record<string, JsonObject>> {
    const { client, agentId, target } = this.#call;
    this.#asked += Object.keys(questions).length;
    this.#open += 1;
    try {
      if (this.#asked > maxQuestions) throw tooMany();
      for (const question of Object.values(questions)) requireAnswerable(question, this.capabilities);
      const isLocal = isLocalServer(target.operation.binding);
      const marked = mapValues(questions, (question) => markQuestion(question, { agentId, isLocal }));
      for (const { params } of Object.values(marked)) {
        if (typeof params.elicitationId === 'string') this.#pages.add(params.elicitationId);
      }
      const answers = (await client?.ask(marked)) ?? {};
      return mapValues(questions, ({ method }, name) => readClientAnswer(method, memberOf(answers, name)));
    } catch (thrown) {
      throw this.#fail(toFailure(thrown));
    } finally {
      this.#open -= 1;
    }
  }
}

/** True for a service on the machine of the gateway: a child process, or a server at an address of this machine. */
function isLocalServer(binding: Binding): boolean {
  if (binding.kind !== 'mcp' || !URL.canParse(binding.server)) return false;
  const { protocol, hostname } = new URL(binding.server);
  return !['http:', 'https:'].includes(protocol) || isLoopbackHost(hostname);
}

function mapValues<From, To>(values: Record<string, From>, map: (value: From, name: string) => To): Record<string, To> {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, map(value, name)]));
}

function capabilitiesFor(method: string, params: JsonObject): readonly string[] {
  return known[method]?.(params) ?? [];
}

/** Throws for a question that this client cannot answer, or that is too large to be passed on. */
function requireAnswerable({ method, params }: ClientQuestion, capabilities: JsonObject): void {
  const needs = capabilitiesFor(method, params);
  const [capability = ''] = needs;
  let held: JsonValue | undefined = capabilities;
  for (const part of needs) held = isJsonObject(held) ? memberOf(held, part) : undefined;
  if (!isJsonObject(held)) throw unavailable(cannotAnswer([capability]));
  const { length } = JSON.stringify(params);
  if (length > maxCharacters) {
    throw tooLarge(method, `${length} characters`);
  }
}

/** The failure of a question that is too large to be read; undefined for another message. */
export function oversizedQuestion(method: string, bytes: number): Failure | undefined {
  return Object.hasOwn(known, method) ? tooLarge(method, `more than ${bytes} bytes`) : undefined;
}

function tooLarge(method: string, size: string): Failure {
  const [capability = ''] = capabilitiesFor(method, {});
  return faulty(
    `The service asked the client for ${wanted[capability] ?? method} with ${size}; at most ${maxCharacters} characters are passed on.`,
  );
}

function tooMany(): Failure {
  return faulty(`The service asked the client more than ${maxQuestions} times during one call.`);
}

/** A fault of the service, which another client would not avoid. */
function faulty(message: string): Failure {
  return new Failure('INPUT_UNAVAILABLE', { message, help: faultHelp });
}

function unavailable(message: string): Failure {
  return new Failure('INPUT_UNAVAILABLE', { message });
}
