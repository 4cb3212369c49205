/**
 * Questions of a server during a call (elicitation, sampling, roots) are passed on to the client that made the call: in
 * the revisions with sessions they are requests on the stream of the call, in the stateless one they are the result.
 * Number and size are limited, and texts for people are marked as those of the service.
 */
import type { JsonObject, JsonValue } from '@dragoman/model';
import { Failure, isJsonObject, toFailure } from '@dragoman/model';
import type { TargetedCall } from '../../../gateway/call.js';
import type { ClientQuestion } from '../../../gateway/client-line.js';
import type { RpcRequest } from '../../../transport/json-rpc.js';
import { rpcCodes, rpcError, rpcResult } from '../../../transport/json-rpc.js';
import { memberOf } from '../wire.js';
import { markQuestion, readClientAnswer } from './question-texts.js';

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
  /** Why a question was not answered, if one was not. */
  readonly failure: Failure | undefined;
  /** Refuses the questions of this call, for this reason. */
  refuse(reason: string): void;
}

/** Maximum number of questions, and of results that ask, in one call. */
const maxQuestions = 20;

/** Maximum characters of one question, as JSON. */
const maxCharacters = 200_000;

/** The requests that a client may answer: the capability that it needs, and a name for people. */
const known: Readonly<Record<string, { needs: (params: JsonObject) => readonly string[]; name: string }>> = {
  'elicitation/create': {
    needs: ({ mode }) => ['elicitation', mode === 'url' ? 'url' : 'form'],
    name: 'input of its user (elicitation)',
  },
  'sampling/createMessage': {
    needs: ({ tools }) => (tools === undefined ? ['sampling'] : ['sampling', 'tools']),
    name: 'a message of its model (sampling)',
  },
  'roots/list': { needs: () => ['roots'], name: 'its roots' },
};

/** Creates the relay of a call. */
export function createQuestionRelay(call: TargetedCall): QuestionRelay {
  return new Relay(call);
}

class Relay implements QuestionRelay {
  failure: Failure | undefined = undefined;
  readonly #call: TargetedCall;
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
      const [capability = ''] = known[method]?.needs(params) ?? [];
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
        throw this.#fail(unavailable('The service asked for something that no client can answer.'));
      }
      questions[name] = { method: request.method, params: isJsonObject(request.params) ? request.params : {} };
    }
    return {
      ...(Object.keys(questions).length === 0 ? {} : { inputResponses: await this.#ask(questions) }),
      ...(typeof state === 'string' ? { requestState: state } : {}),
    };
  }

  refuse(reason: string): void {
    this.#fail(unavailable(reason));
  }

  #fail(failure: Failure): Failure {
    this.failure ??= failure;
    return failure;
  }

  async #ask(questions: Record<string, ClientQuestion>): Promise<Record<string, JsonObject>> {
    const { client, agentId } = this.#call;
    this.#asked += Object.keys(questions).length;
    this.#open += 1;
    try {
      if (this.#asked > maxQuestions) throw tooMany();
      for (const question of Object.values(questions)) requireAnswerable(question, this.capabilities);
      const marked = mapValues(questions, (question) => markQuestion(question, agentId));
      const answers = (await client?.ask(marked)) ?? {};
      return mapValues(questions, ({ method }, name) => readClientAnswer(method, memberOf(answers, name)));
    } catch (thrown) {
      throw this.#fail(toFailure(thrown));
    } finally {
      this.#open -= 1;
    }
  }
}

function mapValues<From, To>(values: Record<string, From>, map: (value: From, name: string) => To): Record<string, To> {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, map(value, name)]));
}

/** Throws for a question that this client cannot answer, or that is too large to be passed on. */
function requireAnswerable({ method, params }: ClientQuestion, capabilities: JsonObject): void {
  const { needs, name } = known[method] ?? { needs: () => [], name: method };
  let held: JsonValue | undefined = capabilities;
  for (const part of needs(params)) held = isJsonObject(held) ? memberOf(held, part) : undefined;
  if (!isJsonObject(held)) {
    throw unavailable(`The service asked the client for ${name}, and the client of this call does not support that.`);
  }
  const { length } = JSON.stringify(params);
  if (length > maxCharacters) {
    throw unavailable(
      `The service asked the client for ${name} with ${length} characters; at most ${maxCharacters} are passed on.`,
    );
  }
}

function tooMany(): Failure {
  return unavailable(`The service asked the client more than ${maxQuestions} times during one call.`);
}

function unavailable(message: string): Failure {
  return new Failure('INPUT_UNAVAILABLE', { message });
}
