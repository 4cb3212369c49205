/** Reads a CPU profile and assigns the time to the steps of a call. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { SourceMap } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

interface ProfileNode {
  id: number;
  callFrame: { functionName: string; url: string; lineNumber: number; columnNumber: number };
  children?: number[];
}

interface Profile {
  nodes: ProfileNode[];
  samples: number[];
  timeDeltas: number[];
}

/** Microseconds by part, largest first. */
export type TimeByPart = Array<{ part: string; micros: number }>;

/** Parts by the location of their code; the first match counts, and steps are named after their files. */
const parts: ReadonlyArray<readonly [RegExp, string]> = [
  [/gateway\/steps\/([\w-]+)\.ts$/, 'gateway: $1'],
  [/core\/src\/schema\//, 'gateway: validate'],
  [/ajv\/dist\/runtime/, 'gateway: validate'],
  [/core\/src\/gateway\//, 'gateway: around the steps'],
  [/http\/steps\/([\w-]+)\.ts$/, 'http: $1'],
  [/server\/src\/http\/quick\//, 'http: quick lane'],
  [/server\/src\/http\/|create-(server|engine)\.ts$/, 'http: listener, exchange, router'],
  [/protocols\/aidip\//, 'face: AIDIP'],
  [/core\/src\/transport\//, 'face: bodies and headers'],
  [/core\/src\/access\//, 'http: authenticate, limits'],
  [/server\/src\/(credentials|identity)\//, 'credentials, signatures'],
  [/server\/src\/upstream\/http1\//, 'upstream client: HTTP/1.1'],
  [/server\/src\/upstream\/|server\/src\/outbound\//, 'upstream client: breakers, timeouts, slots'],
  [/node_modules\/undici\//, 'upstream client: undici'],
  [/observe\/call-log|stores\/|libsql|core\/src\/catalogue\//, 'store and audit log'],
  [/server\/src\/observe\/|prom-client|opentelemetry/, 'log, metrics, traces'],
];

/** Time by part of the newest profile in a folder, without idle time. */
export function readProfile(folder: string): TimeByPart {
  const [file] = readdirSync(folder).filter((name) => name.endsWith('.cpuprofile'));
  if (file === undefined) throw new Error('the profile was not written');
  const profile = JSON.parse(readFileSync(join(folder, file), 'utf8')) as Profile;
  const partOf = attribute(profile.nodes);
  const spent = new Map<string, number>();
  for (const [place, id] of profile.samples.entries()) {
    const part = partOf.get(id) ?? '';
    if (part !== '') spent.set(part, (spent.get(part) ?? 0) + (profile.timeDeltas[place] ?? 0));
  }
  return [...spent].map(([part, micros]) => ({ part, micros })).sort((a, b) => b.micros - a.micros);
}

/** The part of each node: its own, else that of its caller. */
function attribute(nodes: readonly ProfileNode[]): Map<number, string> {
  const sourceOf = createSourceLookup();
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const partOf = new Map<number, string>();
  const visit = (node: ProfileNode, inherited: string) => {
    const part = ownPart(node, sourceOf) ?? inherited;
    partOf.set(node.id, part);
    for (const child of node.children ?? []) {
      const found = byId.get(child);
      if (found !== undefined) visit(found, part);
    }
  };
  const [root] = nodes;
  if (root !== undefined) visit(root, 'Node: sockets, parser, event loop');
  return partOf;
}

type SourceLookup = (frame: ProfileNode['callFrame']) => string;

/** Finds the source file of a frame: packages are bundled, and their source maps lie next to the bundles. */
function createSourceLookup(): SourceLookup {
  const maps = new Map<string, SourceMap | undefined>();
  const mapOf = (url: string): SourceMap | undefined => {
    if (maps.has(url)) return maps.get(url);
    const file = url.startsWith('file:') ? `${fileURLToPath(url)}.map` : '';
    const map = existsSync(file) ? new SourceMap(JSON.parse(readFileSync(file, 'utf8'))) : undefined;
    maps.set(url, map);
    return map;
  };
  return ({ url, lineNumber, columnNumber }) => {
    const entry = mapOf(url)?.findEntry(lineNumber, columnNumber);
    return entry !== undefined && 'originalSource' in entry ? new URL(entry.originalSource, url).href : url;
  };
}

function ownPart({ callFrame }: ProfileNode, sourceOf: SourceLookup): string | undefined {
  const { functionName } = callFrame;
  if (functionName === '(idle)' || functionName === '(program)')
    return functionName === '(idle)' ? '' : 'Node: native code';
  if (functionName === '(garbage collector)') return 'garbage collector';
  const url = sourceOf(callFrame);
  for (const [pattern, name] of parts) {
    const match = pattern.exec(url);
    if (match !== null) return name.replace('$1', match[1] ?? '');
  }
  return undefined;
}
