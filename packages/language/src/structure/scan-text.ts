/** Scans a text in JSON or YAML. */
import type { StructureNode } from './node.js';
import { scanYaml } from './scan-block.js';

/** True for a text that begins like JSON. */
export function looksLikeJson(text: string): boolean {
  return /^\uFEFF?\s*[[{"]/.test(text.slice(0, 4096));
}

/** The structure of a text; never fails. */
export function scanText(text: string): StructureNode {
  return scanYaml(text);
}
