/**
 * Tries the saved examples of an operation against the version that its service offers now. Operations that only read are
 * called; for all others the gateway only says what it would send, so nothing acts.
 */
import type { JsonValue } from '@dragoman/model';
import type { Client } from './create-client.js';
import { isDragomanError } from './dragoman-error.js';
import type { SavedItem } from './saved.js';
import type { CallOptions } from './transport.js';

/** The trial of one example. */
export interface ExampleTrial {
  example: SavedItem;
  /** `call`: it was executed, because the operation only reads; `preview`: the gateway checked it, and sent nothing. */
  mode: 'call' | 'preview';
  /** False when the current version refuses the example, or the call failed. */
  passes: boolean;
  /** One sentence about the result. */
  message: string;
  /** Reasons, one for each input that is refused. */
  faults: string[];
  /** Only of an executed call with a result. */
  output?: JsonValue;
  traceId?: string;
}

/** Most examples that are tried. */
const mostExamples = 20;

/** Tries the newest examples of an operation, at most 20; throws when the operation or the examples cannot be read. */
export async function tryExamples(
  client: Pick<Client, 'agents' | 'saved'>,
  { agent, operation }: { agent: string; operation: string },
  options: CallOptions = {},
): Promise<ExampleTrial[]> {
  const { impact } = await client.agents.readOperation(agent, operation, { ...options, as: ['mcp'] });
  const mode = impact === 'informational' ? 'call' : 'preview';
  const trials: ExampleTrial[] = [];
  for await (const example of client.saved.list('example', { agent, operation, ...options })) {
    trials.push(await tryOne(client, { agent, operation, example, mode }, options));
    if (trials.length >= mostExamples) break;
  }
  return trials;
}

interface Trial {
  agent: string;
  operation: string;
  example: SavedItem;
  mode: ExampleTrial['mode'];
}

async function tryOne(
  { agents }: Pick<Client, 'agents'>,
  { agent, operation, example, mode }: Trial,
  options: CallOptions,
): Promise<ExampleTrial> {
  const input = example.arguments ?? {};
  const trial = { example, mode, faults: [] };
  try {
    if (mode === 'preview') {
      await agents.invoke(agent, input, { ...options, operation, dryRun: true });
      return { ...trial, passes: true, message: 'Accepted in a preview; nothing was sent.' };
    }
    const { output, traceId } = await agents.invoke(agent, input, { ...options, operation });
    return {
      ...trial,
      passes: true,
      message: resultMessage(example, output),
      ...(output === undefined ? {} : { output }),
      ...(traceId === undefined ? {} : { traceId }),
    };
  } catch (error) {
    if (!isDragomanError(error) || error.code === 'ABORTED') throw error;
    const faults = error.fieldErrors.map(({ field, detail }) => (field === '' ? detail : `${field}: ${detail}`));
    const traced = error.traceId === undefined ? {} : { traceId: error.traceId };
    return { ...trial, passes: false, message: error.message, faults, ...traced };
  }
}

function resultMessage({ result, result_omitted: omitted }: SavedItem, output: JsonValue | undefined): string {
  if (result === undefined || omitted === true) return 'Called; it has a result.';
  const isSame = JSON.stringify(result) === JSON.stringify(output);
  return isSame ? 'Called; the result is the saved one.' : 'Called; the result differs from the saved one.';
}
