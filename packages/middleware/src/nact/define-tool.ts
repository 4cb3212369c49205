/**
 * Builds signatures from definitions in code. They are validated when they are created, so that an error fails the
 * start and not a call.
 */
import type { ToolInput, ToolOutput, ToolSignature } from '@dragoman/model';
import { checkSignature, refusedChanges } from '@dragoman/model';
import type {
  EarlierVersion,
  InputDefinition,
  InputDefinitions,
  InputValues,
  OutputDefinition,
  OutputDefinitions,
  RunTool,
  ToolDefinition,
} from './tool-definition.js';

/** One version of a tool, ready to run. */
export interface ToolVersion {
  signature: ToolSignature;
  run: RunTool;
  /** True when the handler of a later version answers, which may have more outputs. */
  borrowed: boolean;
}

/** A tool that is ready to be mounted. */
export interface Tool {
  toolId: string;
  name: string;
  /** Signatures of all versions, oldest first; read by `dragoman nact lock`. */
  signatures: readonly ToolSignature[];
  /** The versions, oldest first: version n has index n - 1. */
  versions: readonly ToolVersion[];
}

/** Definitions that cannot be published, with one sentence per error. */
export class ToolDefinitionError extends Error {
  readonly faults: readonly string[];

  constructor(subject: string, faults: readonly string[]) {
    super(`${subject}:\n${faults.map((fault) => `- ${fault}`).join('\n')}`);
    this.name = 'ToolDefinitionError';
    this.faults = faults;
  }
}

/** Creates a tool; throws `ToolDefinitionError` with all signature errors and breaking changes. */
export function defineTool<const I extends InputDefinitions, const O extends OutputDefinitions>(
  definition: ToolDefinition<I, O>,
): Tool {
  const { earlier = [], ...newest } = definition;
  const run: RunTool = (input, context) => definition.run(input as InputValues<I>, context);
  const all: EarlierVersion[] = [...earlier, { ...newest, run }];
  const checked = all.map((version, at) =>
    checkSignature(signatureOf(definition, version, { version: at + 1, currentVersion: all.length })),
  );
  const faults = checked.flatMap(({ diagnostics }, at) =>
    diagnostics
      .filter(({ severity }) => severity === 'error')
      .map(({ location, message }) => `version ${at + 1}${location?.pointer ?? ''}: ${message}`),
  );
  const signatures = checked.flatMap(({ value }) => value ?? []);
  if (faults.length === 0) faults.push(...brokenBy(signatures, definition.allowWidening === true));
  if (faults.length > 0) throw new ToolDefinitionError(`The tool ${definition.name} cannot be published`, faults);
  const versions = signatures.map((signature, at) => ({
    signature,
    // A version without a handler uses the next version that has one.
    run: all.slice(at).find((version) => version.run !== undefined)?.run ?? run,
    borrowed: all[at]?.run === undefined,
  }));
  const [{ toolId, name }] = signatures as [ToolSignature];
  return Object.freeze({ toolId, name, signatures: Object.freeze(signatures), versions: Object.freeze(versions) });
}

function brokenBy(signatures: readonly ToolSignature[], allowWidened: boolean): string[] {
  return signatures.slice(1).flatMap((after, at) => {
    const before = signatures[at];
    const changes = before === undefined ? [] : refusedChanges(before, after, { allowWidened });
    return changes.map(
      ({ message }) => `version ${after.version} compared with version ${after.version - 1}: ${message}`,
    );
  });
}

function signatureOf(
  tool: { toolId: string; name: string },
  version: EarlierVersion,
  numbers: { version: number; currentVersion: number },
): ToolSignature {
  const { description, img, tags = [], inputs, outputs } = version;
  return {
    toolId: tool.toolId,
    name: tool.name,
    description,
    ...(img === undefined ? {} : { img }),
    ...numbers,
    tags: [...tags],
    input_parameters: Object.entries(inputs).map(inputOf),
    output_parameters: Object.entries(outputs).map(outputOf),
  };
}

/** Keeps members that do not belong to the type, so that the validation can report them. */
function inputOf([id, definition]: [string, InputDefinition]): ToolInput {
  const { name = id, values, ...rest } = { values: undefined, ...definition };
  return { id, name, ...rest, ...allowedValues(values) };
}

function outputOf([id, definition]: [string, OutputDefinition]): ToolOutput {
  const { name = id, values, ...rest } = { values: undefined, ...definition };
  return { id, name, ...rest, ...allowedValues(values) };
}

function allowedValues(values: Readonly<Record<string, string>> | undefined): Pick<ToolInput, 'allowed-values'> {
  if (values === undefined) return {};
  return { 'allowed-values': Object.entries(values).map(([name, description]) => ({ name, description })) };
}
