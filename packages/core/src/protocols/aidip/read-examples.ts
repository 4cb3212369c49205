/** Reads the `examples` of an operation and validates them against its schemas (-01 §3.2). */

import type { CompiledSchema } from '@dragoman/documents';
import { childPointer, compileSchema, countValues } from '@dragoman/documents';
import type { JsonSchema, OperationExample } from '@dragoman/model';
import { isJsonObject } from '@dragoman/model';
import type { Findings, Place } from './findings.js';
import { member, without } from './findings.js';
import { documentLimits } from './wire.js';

const known: ReadonlySet<string> = new Set(['input', 'output']);

/** The examples as given; empty when there are none or a problem was reported. */
export function readExamples(place: Place): OperationExample[] {
  const value = member(place.object, 'examples');
  const at = childPointer(place.pointer, 'examples');
  if (value === undefined) return [];
  if (!Array.isArray(value) || !value.every(isJsonObject)) {
    place.findings.report('aidip/wrong-type', at, { expected: 'an array of objects' });
    return [];
  }
  if (value.length > documentLimits.examples) {
    place.findings.report('aidip/too-many', at, { limit: documentLimits.examples });
    return [];
  }
  return value.map((example) => {
    const input = member(example, 'input');
    const output = member(example, 'output');
    const extra = without(example, known);
    return {
      ...(input === undefined ? {} : { input }),
      ...(output === undefined ? {} : { output }),
      ...(Object.keys(extra).length === 0 ? {} : { extra }),
    };
  });
}

/** The remaining compilation budget of one document; compiling is the expensive part of reading. */
export interface ExampleBudget {
  /** Schema values that may still be compiled, at about 50 microseconds each. */
  values: number;
}

/** The schemas of the examples. */
export interface ExampleSchemas {
  input: JsonSchema;
  output: JsonSchema;
}

/** Reports examples that break their own schema; `pointer` is the location of the operation. */
export function tryExamples(
  { pointer, findings }: Omit<Place, 'object'>,
  examples: readonly OperationExample[],
  schemas: ExampleSchemas,
  budget: ExampleBudget,
): void {
  if (examples.length === 0) return;
  const at = childPointer(pointer, 'examples');
  budget.values -= countValues(schemas.input) + countValues(schemas.output);
  if (budget.values < 0) {
    findings.report('aidip/examples-unchecked', at);
    return;
  }
  tryValues(findings, schemas.input, examples, { at, name: 'input' });
  tryValues(findings, schemas.output, examples, { at, name: 'output' });
}

/** Compiles only when an example has a value to validate. */
function tryValues(
  findings: Findings,
  schema: JsonSchema,
  examples: readonly OperationExample[],
  { at, name }: { at: string; name: 'input' | 'output' },
): void {
  let compiled: CompiledSchema | undefined;
  examples.forEach((example, index) => {
    const value = example[name];
    if (value === undefined) return;
    compiled ??= compileSchema(schema);
    const [first] = compiled.validate(value);
    if (first === undefined) return;
    const place = childPointer(childPointer(at, index), name);
    findings.report('aidip/example-mismatch', place + first.pointer, { problem: first.message });
  });
}
