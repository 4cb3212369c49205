/**
 * Lints a document again and again while somebody edits it. When only the wording of texts has changed since the last run,
 * rules that ignore wording are not run again. The report equals that of `lintDocument`.
 */
import type { Api } from '../api/api.js';
import { fingerprintOf } from '../rule-model/fingerprint.js';
import { differsInWording } from './differs-in-wording.js';
import type { RuleFindings, RuleMemory } from './lint-api.js';
import type { LintOptions, LintReport } from './lint-document.js';
import { lintDocument } from './lint-document.js';

/** Largest number of fingerprints that are kept. */
const maxFingerprints = 50_000;

/** Creates a linter that keeps what it knows about the last document. */
export function createIncrementalLinter(options: Omit<LintOptions, 'bundle'> = {}): (bytes: Uint8Array) => LintReport {
  let last: Api | undefined;
  let kept = new Map<string, RuleFindings>();
  const fingerprints = new Map<string, string>();
  const remember = (api: Api): RuleMemory => {
    const isReworded = last !== undefined && isSameApart(last, api);
    last = api;
    if (!isReworded) kept = new Map();
    return {
      recall(rule) {
        const found = kept.get(rule.id);
        // Locations are set in place, and the last report keeps its own.
        return found && { ...found, findings: found.findings.map((finding) => ({ ...finding })) };
      },
      keep: (rule, found) => {
        if (rule.ignoresWording === true) kept.set(rule.id, found);
      },
      fingerprint(...parts) {
        const key = parts.join('\n');
        const known = fingerprints.get(key);
        if (known !== undefined) return known;
        if (fingerprints.size >= maxFingerprints) fingerprints.clear();
        const made = fingerprintOf(...parts);
        fingerprints.set(key, made);
        return made;
      },
    };
  };
  return (bytes) => lintDocument(bytes, options, remember);
}

/** What a rule can see besides the texts themselves: the document, and what operations do, which is derived from their names and texts. */
function isSameApart(before: Api, after: Api): boolean {
  if (before.target !== after.target || !differsInWording(before.given ?? before.root, after.given ?? after.root))
    return false;
  return after.operations.every((operation, at) => {
    const old = before.operations[at];
    return old !== undefined && old.twin === operation.twin && isSameKinds(old.kinds, operation.kinds);
  });
}

function isSameKinds(before: Api['operations'][number]['kinds'], after: typeof before): boolean {
  return (Object.keys(after) as (keyof typeof after)[]).every((kind) => before[kind] === after[kind]);
}
