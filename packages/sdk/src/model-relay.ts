/** Models at endpoints of the user's own, which the registry asks on behalf of a page or program that cannot reach them. */
import { isJsonObject } from '@dragoman/model';
import { clientError } from './dragoman-error.js';
import type { CallOptions, Transport } from './transport.js';

/** An endpoint of a model. */
export interface ModelEndpoint {
  api: 'openai-chat' | 'anthropic';
  /** Base URL, such as `https://models.example/v1`. */
  url: string;
  /** Name of the model there. */
  model: string;
  /** Sent to the endpoint only; the registry does not store it. */
  key?: string;
}

/** Calls for models. */
export interface ModelCalls {
  /** The endpoint's response to this body, to which the name of the model is added. */
  ask(endpoint: ModelEndpoint, body: Readonly<Record<string, unknown>>, options?: CallOptions): Promise<unknown>;
}

/** Milliseconds that a model may take. */
const timeoutMs = 180_000;

/** Creates the calls over a transport. */
export function createModelCalls(transport: Transport): ModelCalls {
  return {
    async ask(endpoint, request, options = {}) {
      const body = { ...endpoint, request };
      const sent = {
        ...options,
        method: 'POST',
        to: ['playground', 'model'],
        body,
        timeoutMs,
        repeatable: false,
      } as const;
      const answer = await transport.send(sent);
      if (isJsonObject(answer.body) && 'response' in answer.body) return answer.body.response;
      throw clientError('INVALID_RESPONSE', {
        message: 'The response has no answer of a model.',
        status: answer.status,
      });
    },
  };
}
