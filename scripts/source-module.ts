/** Reads a TypeScript file with a real parser: its imports, exports, functions and comments. */
import { parseSync } from 'vite';
import type { SourceTree } from './source-tree.js';

/** One import or re-export of another module. */
export interface Import {
  specifier: string;
  dynamic: boolean;
  /** Imports only types, so that nothing is loaded at run time. */
  typeOnly: boolean;
  /** Imported names under which the other module exports them; empty for a dynamic import. */
  names: readonly string[];
}

/** One function with a body. */
export interface MeasuredFunction {
  name: string;
  lines: number;
}

/** The facts about a file that the checks need. */
export interface SourceModule {
  imports: Import[];
  /** Names exported; `*` for each `export * from`. */
  exports: string[];
  functions: MeasuredFunction[];
  /** Dotted names of the member expressions, such as `process.env`. */
  members: ReadonlySet<string>;
  /** The first comment, if only a shebang precedes it. */
  header: string | undefined;
}

interface Node {
  type: string;
  start: number;
  end: number;
  [member: string]: unknown;
}

type ParseResult = ReturnType<typeof parseSync>;

const known = new WeakMap<SourceTree, Map<string, SourceModule>>();

/** Parses a file of the tree, once. */
export function parseModule(tree: SourceTree, file: string): SourceModule {
  const modules = known.get(tree) ?? new Map<string, SourceModule>();
  known.set(tree, modules);
  const parsed = modules.get(file) ?? parseText(file, tree.read(file));
  modules.set(file, parsed);
  return parsed;
}

function parseText(file: string, text: string): SourceModule {
  const { program, module, comments, errors } = parseSync(file, text);
  if (errors.length > 0) throw new Error(`${file} cannot be parsed: ${errors[0]?.message}`);
  const exports = module.staticExports.flatMap(({ entries }) =>
    entries.map(({ importName, exportName }) =>
      importName.kind === 'AllButDefault' ? '*' : (exportName.name ?? 'default'),
    ),
  );
  const first = comments[0];
  const before = text.slice(0, first?.start ?? 0).replace(/^#!.*/, '');
  return {
    imports: listImports(module, text),
    exports,
    ...measure(program as unknown as Node, text),
    header: first !== undefined && before.trim() === '' ? first.value : undefined,
  };
}

function listImports(module: ParseResult['module'], text: string): Import[] {
  const statements = [
    ...module.staticImports.map(({ moduleRequest, entries }) => ({ specifier: moduleRequest.value, entries })),
    ...module.staticExports.flatMap(({ entries }) =>
      entries.flatMap((entry) =>
        entry.moduleRequest === null ? [] : [{ specifier: entry.moduleRequest.value, entries: [entry] }],
      ),
    ),
  ];
  const loads = new Map<string, { typeOnly: boolean; names: string[] }>();
  for (const { specifier, entries } of statements) {
    const known = loads.get(specifier) ?? { typeOnly: true, names: [] };
    known.typeOnly &&= entries.length > 0 && entries.every(({ isType }) => isType);
    known.names.push(...entries.flatMap(({ importName }) => importName.name ?? []));
    loads.set(specifier, known);
  }
  const dynamic = module.dynamicImports.map(({ moduleRequest }) => text.slice(moduleRequest.start, moduleRequest.end));
  return [
    ...[...loads].map(([specifier, { typeOnly, names }]) => ({ specifier, dynamic: false, typeOnly, names })),
    // A module name that is computed at run time is not one of these packages.
    ...dynamic
      .filter((argument) => /^['"`]/.test(argument))
      .map((literal) => ({
        specifier: literal.replace(/^['"`]|['"`]$/g, ''),
        dynamic: true,
        typeOnly: false,
        names: [],
      })),
  ];
}

function measure(program: Node, text: string): Pick<SourceModule, 'functions' | 'members'> {
  const functions: MeasuredFunction[] = [];
  const members = new Set<string>();
  const pending: { node: Node; name: string }[] = [{ node: program, name: '' }];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const { node, name } = next;
    const own = nameOf(node) ?? name;
    const body = node.body;
    if (/Function/.test(node.type) && isNode(body) && body.type === 'BlockStatement') {
      functions.push({ name: own, lines: text.slice(node.start, node.end).split('\n').length });
    }
    if (node.type === 'MemberExpression') members.add(text.slice(node.start, node.end));
    for (const value of Object.values(node)) {
      for (const child of Array.isArray(value) ? value : [value])
        if (isNode(child)) pending.push({ node: child, name: own });
    }
  }
  return { functions, members };
}

function nameOf(node: Node): string | undefined {
  const named = node.id ?? node.key;
  const name = isNode(named) ? named.name : undefined;
  return typeof name === 'string' ? name : undefined;
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value && 'start' in value;
}
