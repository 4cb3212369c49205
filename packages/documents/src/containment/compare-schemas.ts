/**
 * Decides whether every value that one schema allows is allowed by another, with a value that is not. This is the one
 * engine behind the comparison of APIs, of tool versions, of toolsets and of pinned tools.
 */
import type { JsonValue } from '@dragoman/model';
import { isJsonObject } from '@dragoman/model';
import { weighSchema } from '../schema/compile-budget.js';
import type { CompiledSchema } from '../schema/compile-schema.js';
import { compileSchema } from '../schema/compile-schema.js';
import { schemaLimits } from '../schema/limits.js';
import { createPatternBudget } from '../schema/linear-pattern.js';
import { effectiveSchema } from './effective-schema.js';
import { ignoresReferenceSiblings } from './find-target.js';
import { createSearch } from './find-value.js';
import { holds } from './holds.js';
import type { LogicSource, SchemaUse } from './read-logic.js';
import { createLogicReader } from './read-logic.js';
import type { FoundValue } from './search.js';

/** The result of a comparison. */
export interface Containment {
  /** `contained`: every value is allowed; `broken`: some value is not; `undecided`: neither could be shown. */
  verdict: 'contained' | 'broken' | 'undecided';
  /** A value that the sending side allows and the accepting side refuses, confirmed by the validator. */
  counterexample?: { value: JsonValue };
}

/** The documents of two schemas and how they are read. */
export interface ComparedDocuments {
  /** The document of the schema whose values are sent. */
  sender: JsonValue;
  /** The document of the schema that has to allow them. */
  acceptor: JsonValue;
  /** Whether the values are requests or responses, where members have a direction. */
  use?: SchemaUse;
  /** True for OpenAPI, in which `nullable` adds null. */
  nullable?: boolean;
  /**
   * True: plain JSON Schema. By default, a member that only the accepting side declares is not sent, and `properties`
   * and `items` imply a type of what is sent.
   */
  undeclared?: boolean;
  /** Steps that are left to all comparisons together, also to those of other documents that share the object. */
  steps?: { left: number };
}

/** Compares parts of two documents; what one comparison learned is known to the next. */
export interface SchemaComparison {
  /** Whether `acceptor` allows every value of `sender`; with `brief`, certain verdicts come without a counterexample. */
  compare(sender: JsonValue, acceptor: JsonValue, brief?: boolean): Containment;
  /** Whether `sender` allows a value that `acceptor` refuses; undefined when a rule cannot be evaluated. */
  isBrokenBy(value: JsonValue, sender: JsonValue, acceptor: JsonValue): boolean | undefined;
  /** Whether both have the same rules, ignoring texts. */
  isSame(one: JsonValue, other: JsonValue): boolean;
}

/** Steps for one value, of one comparison, and of all comparisons of two documents: some seconds at most. */
const maxSteps = { value: 5_000, one: 50_000, all: 2_000_000 };

/** Creates the comparison. */
export function createSchemaComparison(documents: ComparedDocuments): SchemaComparison {
  const { use, nullable = false, undeclared = false, steps = { left: maxSteps.all } } = documents;
  let id = 0;
  const nextId = () => {
    id += 1;
    return id;
  };
  const sourceOf = (root: JsonValue, sends: boolean): LogicSource => ({
    root,
    sends,
    ...(use === undefined ? {} : { use }),
    impliesTypes: !undeclared,
    nullable,
    ignoresSiblings: ignoresReferenceSiblings(root),
  });
  const [sender, acceptor] = [sourceOf(documents.sender, true), sourceOf(documents.acceptor, false)];
  const [readSent, readAccepted] = [createLogicReader(sender, nextId), createLogicReader(acceptor, nextId)];
  const patterns = createPatternBudget(schemaLimits.patternSteps);
  const budget = { left: 0 };
  let isCounterexample: (value: JsonValue) => boolean | undefined = () => undefined;
  const search = createSearch({
    steps: budget,
    patterns,
    declaredOnly: !undeclared,
    forgivesContradictions: use === 'response' && !undeclared,
    nextId,
    confirm: (value) => isCounterexample(value) === true,
  });
  const compile = createCompile(Math.min(maxWeight.all, steps.left));
  return {
    isBrokenBy(value, sent, accepted) {
      const evaluation = { patterns, steps: { left: maxSteps.value } };
      const isSent = holds(readSent.read(sent), value, evaluation);
      const isAccepted = holds(readAccepted.read(accepted), value, evaluation);
      if (isSent === false || isAccepted === true) return false;
      return isSent === undefined || isAccepted === undefined ? undefined : true;
    },
    isSame: (one, other) => search.same(readSent.read(one), readAccepted.read(other)),
    compare(sent, accepted, brief = false) {
      budget.left = Math.min(maxSteps.one, steps.left);
      const before = budget.left;
      isCounterexample = createConfirm(() => [compile(sender, sent), compile(acceptor, accepted)]);
      const found = search.find([
        { logic: readSent.read(sent), sign: true, sends: true },
        { logic: readAccepted.read(accepted), sign: false, sends: false },
      ]);
      steps.left -= before - Math.max(0, budget.left);
      if (found === 'none') return { verdict: 'contained' };
      if (found === 'unknown') return { verdict: 'undecided' };
      if (brief && found.doubtful !== true) return { verdict: 'broken' };
      return conclude(found, isCounterexample(found.value));
    },
  };
}

/** Whether `acceptor` allows every value of `sender`, both whole documents. */
export function compareSchemas(
  sender: JsonValue,
  acceptor: JsonValue,
  options: { undeclared?: boolean } = {},
): Containment {
  return createSchemaComparison({ sender, acceptor, ...options }).compare(sender, acceptor);
}

/** A value counts as an example only if the validator confirms it; reasons that it does not check need none. */
function conclude({ value, assumed, doubtful }: FoundValue, isConfirmed: boolean | undefined): Containment {
  if (isConfirmed === true) return { verdict: 'broken', counterexample: { value } };
  if (doubtful === true) return { verdict: 'undecided' };
  return { verdict: assumed === true || isConfirmed === undefined ? 'broken' : 'undecided' };
}

/** Values that are validated at most for one comparison; each of them may be large. */
const maxConfirmed = 20;

/** Weight of one schema that is compiled for confirmations, and of all: a unit takes up to 0.15 ms. */
const maxWeight = { one: 1_500, all: 20_000 };

type Compile = (source: LogicSource, schema: JsonValue) => CompiledSchema | undefined;

/** Whether the sending side allows a value that the accepting side refuses; undefined when the validator cannot say. */
function createConfirm(
  compile: () => readonly (CompiledSchema | undefined)[],
): (value: JsonValue) => boolean | undefined {
  let left = maxConfirmed;
  let validators: readonly (CompiledSchema | undefined)[] | undefined;
  return (value) => {
    left -= 1;
    if (left < 0) return undefined;
    validators ??= compile();
    const [isAllowed, isTaken] = validators.map((each) => (each === undefined ? undefined : accepts(each, value)));
    return isAllowed === undefined || isTaken === undefined ? undefined : isAllowed && !isTaken;
  };
}

/** Compiles each schema once; undefined when it is too large, or when enough was compiled. */
function createCompile(weight: number): Compile {
  const known = new Map<JsonValue, CompiledSchema | undefined>();
  let left = weight;
  const compile: Compile = (source, schema) => {
    const written = effectiveSchema(source, schema);
    if (written === undefined) return undefined;
    const most = Math.min(maxWeight.one, left);
    const own = weighSchema(written, most);
    if (own > most) return undefined;
    left -= own;
    return compileSchema(written, { formats: true });
  };
  return (source, schema) => {
    if (left <= 0) return undefined;
    // The same object may be on both sides, where it means something else.
    if (!isJsonObject(schema) || !source.sends) return compile(source, schema);
    if (!known.has(schema)) known.set(schema, compile(source, schema));
    return known.get(schema);
  };
}

function accepts(schema: CompiledSchema, value: JsonValue): boolean | undefined {
  const problems = schema.validate(value);
  return problems.some(({ keyword }) => keyword === 'unchecked') ? undefined : problems.length === 0;
}
