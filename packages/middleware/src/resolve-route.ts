/** Which of the six routes an address means. Everything else belongs to the host. */

/** A route of N-ACT with what its address names. */
export interface NactRoute {
  kind: 'list' | 'tool' | 'versions' | 'version' | 'invoke';
  toolId?: string;
  /** As it stands in the address, so that what is no number can be told. */
  version?: string;
}

const pattern = /^\/tools(?:\/([^/]+)(?:\/(versions)(?:\/([^/]+))?)?)?$/;
const verb = ':invoke';

/** The root as it stands before `/tools`: no slash at its end, one at its start unless it is empty. */
export function normaliseRoot(root: string): string {
  const inner = root.replace(/^\/+|\/+$/g, '');
  return inner === '' ? '' : `/${inner}`;
}

/** The route that a path means under a root; undefined when the path is the host's own. */
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

/** What cannot be decoded stays as it is; nothing has such an id, so it is not found. */
function decode(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
