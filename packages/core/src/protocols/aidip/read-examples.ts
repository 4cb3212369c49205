/** Reads the `examples` of an operation and tries them on its schemas (-01 §3.2). */
import type { JsonSchema, JsonValue, OperationExample } from '@dragoman/model';
import { isJsonObject } from '@dragoman/model';
import { childPointer } from '../../documents/pointer.js';
import type { CompiledSchema } from '../../schema/compile-schema.js';
import { compileSchema } from '../../schema/compile-schema.js';
import { countValues } from '../../schema/measure-json.js';
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

/** How much compiling one document may still cause; it is the costly part of reading. */
export interface ExampleAllowance {
  /** Schema values that may still be compiled, at about 50 microseconds each. */
  values: number;
}

/** What the examples are tried on. */
export interface ExampleSchemas {
  input: JsonSchema;
  output: JsonSchema;
}

/** Reports examples that break their own schema; `pointer` is the place of the operation. */
export function tryExamples(
  { pointer, findings }: Omit<Place, 'object'>,
  examples: readonly OperationExample[],
  schemas: ExampleSchemas,
  allowance: ExampleAllowance,
): void {
  if (examples.length === 0) return;
  const at = childPointer(pointer, 'examples');
  allowance.values -= countValues(schemas.input) + countValues(schemas.output);
  if (allowance.values < 0) {
    findings.report('aidip/examples-unchecked', at);
    return;
  }
  const input = compileSchema(schemas.input);
  const output = compileSchema(schemas.output);
  examples.forEach((example, index) => {
    const place = childPointer(at, index);
    tryValue(findings, input, example.input, childPointer(place, 'input'));
    tryValue(findings, output, example.output, childPointer(place, 'output'));
  });
}

function tryValue(findings: Findings, schema: CompiledSchema, value: JsonValue | undefined, at: string): void {
  if (value === undefined) return;
  const [first] = schema.validate(value);
  if (first !== undefined) {
    findings.report('aidip/example-mismatch', at + first.pointer, { problem: first.message });
  }
}
