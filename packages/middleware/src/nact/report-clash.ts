/** Reports route conflicts between N-ACT and the host at startup, so that neither silently shadows the other. */
import { normaliseRoot } from './resolve-route.js';

const sampleId = '00000000-0000-4000-8000-000000000000';

/** Throws when the host already has one of the six routes; `find` returns the host's route for a path. */
export function reportClash(root: string, find: (path: string) => string | undefined): void {
  const tools = `${normaliseRoot(root)}/tools`;
  const paths = [
    tools,
    `${tools}/${sampleId}`,
    `${tools}/${sampleId}/versions`,
    `${tools}/${sampleId}/versions/1`,
    `${tools}/${sampleId}:invoke`,
    `${tools}/${sampleId}/versions/1:invoke`,
  ];
  const clashes = [...new Set(paths.flatMap((path) => find(path) ?? []))];
  if (clashes.length === 0) return;
  throw new Error(`N-ACT cannot be mounted at ${tools}: the application already serves ${clashes.join(', ')}`);
}
