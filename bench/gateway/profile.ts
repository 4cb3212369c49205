/** Reads a CPU profile and assigns the time to the steps of a call. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

interface ProfileNode {
  id: number;
  callFrame: { functionName: string; url: string };
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
  [/gateway\/steps\/([\w-]+)\.js$/, 'gateway: $1'],
  [/core\/dist\/schema\//, 'gateway: validate'],
  [/ajv\/dist\/runtime/, 'gateway: validate'],
  [/core\/dist\/gateway\//, 'gateway: around the steps'],
  [/http\/steps\/([\w-]+)\.js$/, 'http: $1'],
  [/server\/dist\/http\/quick\//, 'http: quick lane'],
  [/server\/dist\/http\/|create-(server|engine)\.js$/, 'http: listener, exchange, router'],
  [/protocols\/aidip\//, 'face: AIDIP'],
  [/core\/dist\/transport\//, 'face: bodies and headers'],
  [/core\/dist\/access\//, 'http: authenticate, limits'],
  [/server\/dist\/(credentials|identity)\//, 'credentials, signatures'],
  [/server\/dist\/upstream\/http1\//, 'upstream client: HTTP/1.1'],
  [/server\/dist\/upstream\/|server\/dist\/outbound\//, 'upstream client: breakers, timeouts, slots'],
  [/node_modules\/undici\//, 'upstream client: undici'],
  [/observe\/call-log|stores\/|libsql|core\/dist\/catalogue\//, 'store and audit log'],
  [/server\/dist\/observe\/|prom-client|opentelemetry/, 'log, metrics, traces'],
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
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const partOf = new Map<number, string>();
  const visit = (node: ProfileNode, inherited: string) => {
    const part = ownPart(node) ?? inherited;
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

function ownPart({ callFrame: { functionName, url } }: ProfileNode): string | undefined {
  if (functionName === '(idle)' || functionName === '(program)')
    return functionName === '(idle)' ? '' : 'Node: native code';
  if (functionName === '(garbage collector)') return 'garbage collector';
  for (const [pattern, name] of parts) {
    const match = pattern.exec(url);
    if (match !== null) return name.replace('$1', match[1] ?? '');
  }
  return undefined;
}
