/** Which of the six routes a URL matches. Everything else belongs to the host. */

/** A route of N-ACT with its URL parameters. */
export interface NactRoute {
  kind: 'list' | 'tool' | 'versions' | 'version' | 'invoke';
  toolId?: string;
  /** As in the URL, so that an invalid number can be reported. */
  version?: string;
}

const pattern = /^\/tools(?:\/([^/]+)(?:\/(versions)(?:\/([^/]+))?)?)?$/;
const verb = ':invoke';

/** The normalized root before `/tools`: no trailing slash, and a leading one unless it is empty. */
export function normaliseRoot(root: string): string {
  const inner = root.replace(/^\/+|\/+$/g, '');
  return inner === '' ? '' : `/${inner}`;
}

/** The route of a path under a root; undefined when the path belongs to the host. */
export function resolveRoute(path: string, root: string): NactRoute | undefined {
  if (!path.startsWith(`${root}/tools`)) return undefined;
  const match = pattern.exec(path.slice(root.length));
  if (match === null) return undefined;
  const [, tool, versions, version] = match;
  if (tool === undefined) return { kind: 'list' };
  const toolId = decode(tool);
  if (versions === undefined) {
    return toolId.endsWith(verb) ? { kind: 'invoke', toolId: withoutVerb(toolId) } : { kind: 'tool', toolId };
  }
  if (version === undefined) return { kind: 'versions', toolId };
  const number = decode(version);
  if (number.endsWith(verb)) return { kind: 'invoke', toolId, version: withoutVerb(number) };
  return { kind: 'version', toolId, version: number };
}

function withoutVerb(text: string): string {
  return text.slice(0, -verb.length);
}

/** An undecodable id stays unchanged; no tool has it, so it is not found. */
function decode(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
