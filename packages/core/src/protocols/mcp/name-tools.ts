/** Tool names for the operations of an entry (AGIS App. C.2(a); agis.md R30): unique and at most 64 characters. */
import type { Diagnostic, Operation } from '@dragoman/model';
import { diagnose, isLegalName, legalName } from '@dragoman/model';
import { generatedName, widerNames } from '../../documents/endpoint-name.js';
import { hashDocument } from '../../documents/hash-document.js';
import { containsInstructions } from '../../gateway/contains-instructions.js';
import { mcpDiagnostics } from './diagnostics.js';
import { orderWords } from './order-words.js';
import { chosenNameMember, memberOf } from './wire.js';

/** How names are derived. */
export interface NamingOptions {
  /** `strict`: a collision is an error with a proposal; `lenient`: the later tool gets a longer name. */
  collisions: 'strict' | 'lenient';
  /** Whether hyphens of paths are kept or become underscores. */
  hyphens: 'keep' | 'underscore';
  /** Position of the verb in a name; unchanged when absent. */
  verbs?: 'first' | 'last';
}

/** The default of a server, which must always return a list. */
export const defaultNaming: NamingOptions = Object.freeze({ collisions: 'lenient', hyphens: 'keep' });

/** Names by operation id, and diagnostics; an operation without a name collided. */
export interface NamedTools {
  names: ReadonlyMap<string, string>;
  diagnostics: Diagnostic[];
}

/** Names the operations in order; names chosen by authors take precedence over derived names. */
export function nameOperations(operations: readonly Operation[], options: NamingOptions): NamedTools {
  const diagnostics: Diagnostic[] = [];
  const names = new Map<string, string>();
  const owners = new Map<string, Operation>();
  const take = (operation: Operation, name: string) => {
    names.set(operation.id, name);
    owners.set(name, operation);
  };
  const ordered = [...operations].sort((a, b) => Number(isChosen(b)) - Number(isChosen(a)));
  for (const operation of ordered) {
    const wanted = legal(operation, spell(wantedName(operation), options), diagnostics);
    const other = owners.get(wanted);
    if (other === undefined) {
      take(operation, wanted);
      continue;
    }
    const wider = freeName(operation, owners, options);
    if (options.collisions === 'lenient') {
      take(operation, wider);
      diagnostics.push(report('mcp/name-extended', { operation: labelOf(operation), name: wider }));
    } else {
      const parameters = { operation: labelOf(operation), other: labelOf(other), name: wanted, proposal: wider };
      diagnostics.push(report('mcp/name-collision', parameters));
    }
  }
  return { names, diagnostics };
}

/** The name of an operation in messages. */
export function labelOf({ verb, path, name }: Operation): string {
  return verb === undefined || path === undefined ? name : `${verb} ${path}`;
}

function report(
  code: 'mcp/name-extended' | 'mcp/name-collision' | 'mcp/name-changed',
  parameters: Record<string, string>,
) {
  return diagnose(mcpDiagnostics, code, { pointer: '' }, parameters);
}

function chosenName({ extra, binding }: Operation): string | undefined {
  if (binding.kind === 'mcp') return binding.tool;
  const chosen = memberOf(extra, chosenNameMember);
  return typeof chosen === 'string' ? chosen : undefined;
}

function isChosen(operation: Operation): boolean {
  return chosenName(operation) !== undefined;
}

function wantedName(operation: Operation): string {
  const { verb, path, name } = operation;
  return chosenName(operation) ?? (verb === undefined || path === undefined ? name : generatedName(verb, path));
}

function spell(name: string, { hyphens, verbs }: NamingOptions): string {
  const ordered = verbs === undefined ? name : orderWords(name, verbs);
  return hyphens === 'keep' ? ordered : ordered.replaceAll('-', '_');
}

function legal(operation: Operation, name: string, diagnostics: Diagnostic[]): string {
  const orders = containsInstructions(name);
  if (isLegalName(name) && !orders) return name;
  // A name that contains instructions is replaced, because models read names too.
  const to = orders ? `operation_${hashDocument(operation.id).slice(-8)}` : legalName(name, operation.id);
  diagnostics.push(report('mcp/name-changed', { operation: labelOf(operation), from: name.slice(0, 100), to }));
  return to;
}

function freeName(operation: Operation, owners: ReadonlyMap<string, Operation>, options: NamingOptions): string {
  const { verb, path, name } = operation;
  const candidates =
    verb === undefined || path === undefined ? numbered(wantedName(operation)) : widerNames(verb, path);
  for (const candidate of candidates) {
    const spelt = legalName(spell(candidate, options), `${operation.id} ${candidate}`);
    if (!owners.has(spelt)) return spelt;
  }
  return legalName(name, operation.id);
}

function* numbered(name: string): Generator<string> {
  for (let number = 2; ; number += 1) yield `${name.slice(0, 58)}_${number}`;
}
