/** Projects one operation to N-ACT and checks that its signature is valid and that no input is lost on the way back. */

import { isDeepStrictEqual } from 'node:util';
import type { Entry, JsonObject, Operation } from '@dragoman/model';
import { checkInvocation, checkSignature, hasErrors, writeArguments } from '@dragoman/model';
import { mappingsOf, signatureOf, toInput, writeTool } from '../../packages/core/src/protocols/nact/write.js';
import type { SampleKind } from './sample-input.js';
import { sampleInput } from './sample-input.js';

/** What became of one operation. */
export interface ProjectedOperation {
  /** Why it is no complete tool; undefined when it is. */
  fault?: string;
  inputs: number;
  /** Inputs that hold the text of a number, JSON text, or the other inputs. */
  numbers: number;
  json: number;
  others: number;
}

const identity = { toolId: '00000000-0000-4000-8000-000000000000', name: 'sample', version: 1, currentVersion: 1 };

/** Projects an operation and sends three samples through the projection. */
export function measureOperation(entry: Pick<Entry, 'description' | 'tags'>, operation: Operation): ProjectedOperation {
  const contract = writeTool(entry, operation);
  const signature = signatureOf(contract, identity);
  const count = (form: string) => contract.inputs.inputs.filter((each) => each.form === form).length;
  const counts = {
    inputs: contract.inputs.inputs.length,
    numbers: count('number'),
    json: count('json'),
    others: count('others'),
  };
  const { diagnostics } = checkSignature(signature);
  if (hasErrors(diagnostics)) return { ...counts, fault: `invalid signature: ${diagnostics[0]?.message ?? ''}` };
  for (const kind of ['all', 'required', 'null'] as const) {
    const fault = sendSample(operation, kind);
    if (fault !== undefined) return { ...counts, fault: `${kind}: ${fault}` };
  }
  return counts;

  function sendSample({ input }: Operation, kind: SampleKind): string | undefined {
    const sample = sampleInput(input, kind);
    if (sample === undefined) return undefined;
    const { inputs, left } = writeArguments(mappingsOf(contract), sample);
    if (left !== undefined) return `no input for ${JSON.stringify(left).slice(0, 100)}`;
    const body: JsonObject = {
      name: signature.name,
      input_parameters: inputs.map(({ name, value }) => ({ name, value })),
    };
    const { invocation, faults } = checkInvocation(signature, body);
    if (invocation === undefined) return faults[0]?.message ?? 'refused';
    const filled = toInput(contract, invocation.input_parameters);
    if (filled.faults.length > 0) return filled.faults[0]?.message ?? 'unreadable';
    if (isDeepStrictEqual(filled.input, sample)) return undefined;
    return `${JSON.stringify(sample).slice(0, 200)} became ${JSON.stringify(filled.input).slice(0, 200)}`;
  }
}
