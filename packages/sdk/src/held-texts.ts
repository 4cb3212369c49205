/** Texts of a service that look like instructions to a model, and the decisions on them. */
import { isJsonObject } from '@dragoman/model';
import { clientError } from './dragoman-error.js';
import type { CallOptions, Incoming, Transport } from './transport.js';

/** A text that looks like an instruction to a model; third-party text. */
export interface HeldText {
  /** SHA-256 of the exact text. */
  hash: string;
  /** `held`: models do not see it. */
  state: 'held' | 'released';
  text: string;
  text_cut?: boolean;
  /** Why: the kinds of findings, and the words that caused them. */
  reasons: { code: string; words: string }[];
  places: { pointer: string; operation?: string }[];
  released_by?: string;
  released_at?: string;
}

/** The texts of one service. */
export interface HeldTexts {
  id: string;
  /** Number of texts that models do not see. */
  held: number;
  /** Number of texts that were released. */
  released: number;
  texts: HeldText[];
}

/** Calls for held texts of services. */
export interface HeldTextCalls {
  /** The texts that models do not see, the words that caused it, and what was released. */
  heldTexts(id: string, options?: CallOptions): Promise<HeldTexts>;
  /** Shows exactly these texts to models; for administrators. */
  releaseTexts(id: string, hashes: readonly string[], options?: CallOptions): Promise<HeldTexts>;
  /** Takes releases back; for administrators. */
  holdTexts(id: string, hashes: readonly string[], options?: CallOptions): Promise<HeldTexts>;
}

/** Creates the calls over a transport. */
export function createHeldTextCalls(transport: Transport): HeldTextCalls {
  const decide = async (to: readonly string[], texts: readonly string[], options: CallOptions) =>
    readTexts(
      await transport.send({ ...options, method: 'POST', to: [...to], body: { texts: [...texts] }, repeatable: true }),
    );
  return {
    async heldTexts(id, options = {}) {
      const to = ['agents', id, 'held-texts'];
      return readTexts(await transport.send({ ...options, method: 'GET', to, repeatable: true }));
    },
    releaseTexts: (id, hashes, options = {}) => decide(['agents', id, 'held-texts', 'release'], hashes, options),
    holdTexts: (id, hashes, options = {}) => decide(['agents', id, 'held-texts', 'hold'], hashes, options),
  };
}

function readTexts({ body, status }: Incoming): HeldTexts {
  if (isJsonObject(body) && Array.isArray(body.texts)) return body as unknown as HeldTexts;
  throw clientError('INVALID_RESPONSE', { message: 'The response is not a list of held texts.', status });
}
