/**
 * Validates a tool signature: all errors at once, each with its pointer. The returned value is normalized: explicit
 * defaults, allowed values as a plain array, the id in lower case.
 */

import { type Checked, hasErrors } from '../diagnostic.js';
import { isUuid } from '../is-uuid.js';
import { isJsonObject, type JsonObject } from '../json.js';
import { readInputs, readOutputs } from './check-parameters.js';
import { type Findings, memberOf, readText, refuseUnknown, report, spelledMember } from './findings.js';
import { signatureMembers, type ToolSignature } from './signature.js';

/** Validation options. */
export interface SignatureCheck {
  /**
   * `publish` applies every rule to our own signatures; `read` tolerates harmless violations by third parties (unknown
   * members, other spellings, a version as text, a text that is too long, an output without id). Default: `publish`.
   */
  mode?: 'publish' | 'read';
}

const longestName = 254;
const longestDescription = 1999;

/** Maximum number of tags per tool. */
const mostTags = 256;

/** Validates a signature and returns it normalized, or all errors with their pointers. */
export function checkSignature(value: unknown, check: SignatureCheck = {}): Checked<ToolSignature> {
  const findings: Findings = { lenient: check.mode === 'read', list: [] };
  if (!isJsonObject(value)) {
    report(findings, 'nact/not-a-signature', '');
    return { diagnostics: findings.list };
  }
  refuseUnknown(findings, value, signatureMembers, '');
  const signature = readMembers(findings, value);
  if (signature === undefined || hasErrors(findings.list)) return { diagnostics: findings.list };
  return { value: signature, diagnostics: findings.list };
}

function readMembers(findings: Findings, value: JsonObject): ToolSignature | undefined {
  const toolId = readToolId(findings, value);
  const name = readName(findings, value);
  const description = readText(findings, value, 'description', { pointer: '', limit: longestDescription });
  const img = readImage(findings, value);
  const version = readVersion(findings, value, 'version');
  const currentVersion = readVersion(findings, value, 'currentVersion');
  const tags = readTags(findings, value);
  const inputs = readInputs(findings, value);
  const outputs = readOutputs(findings, value);
  if (version !== undefined && currentVersion !== undefined && version > currentVersion) {
    report(findings, 'nact/version-order', '/version', { version, current: currentVersion });
  }
  if (toolId === undefined || name === undefined || description === undefined) return undefined;
  if (version === undefined || currentVersion === undefined) return undefined;
  return {
    toolId,
    name,
    description,
    ...(img === undefined ? {} : { img }),
    version,
    currentVersion,
    tags,
    input_parameters: inputs,
    output_parameters: outputs,
  };
}

function readToolId(findings: Findings, value: JsonObject): string | undefined {
  const toolId = spelledMember(findings, value, ['toolId', 'toolID', 'tool_id']);
  if (toolId === undefined) {
    report(findings, 'nact/member-missing', '', { member: 'toolId' });
    return undefined;
  }
  if (typeof toolId === 'string' && isUuid(toolId)) return toolId.toLowerCase();
  report(findings, 'nact/tool-id', '/toolId');
  return undefined;
}

function readName(findings: Findings, value: JsonObject): string | undefined {
  const name = readText(findings, value, 'name', { pointer: '', limit: longestName });
  if (name !== undefined && /[()]/.test(name)) {
    report(findings, 'nact/name-brackets', '/name', {}, findings.lenient ? 'warning' : undefined);
  }
  return name;
}

function readImage(findings: Findings, value: JsonObject): string | undefined {
  const img = memberOf(value, 'img');
  if (img === undefined) return undefined;
  if (typeof img === 'string' && /^https?:\/\//i.test(img) && URL.canParse(img)) return img;
  report(findings, 'nact/image-address', '/img', {}, findings.lenient ? 'warning' : undefined);
  return undefined;
}

function readVersion(findings: Findings, value: JsonObject, member: string): number | undefined {
  const given = memberOf(value, member);
  if (given === undefined) {
    report(findings, 'nact/member-missing', '', { member });
    return undefined;
  }
  const digits = findings.lenient && typeof given === 'string' && /^\d{1,15}$/.test(given);
  const version = digits ? Number(given) : given;
  if (typeof version === 'number' && Number.isSafeInteger(version) && version >= 1) return version;
  report(findings, 'nact/version-number', `/${member}`, { member });
  return undefined;
}

function readTags(findings: Findings, value: JsonObject): string[] {
  const tags = memberOf(value, 'tags');
  if (tags === undefined) return [];
  if (!Array.isArray(tags) || !tags.every((tag) => typeof tag === 'string')) {
    report(findings, 'nact/member-type', '/tags', { member: 'tags', expected: 'an array of strings' });
    return [];
  }
  if (tags.length > mostTags) {
    report(findings, 'nact/too-many', '/tags', { member: 'tags', count: tags.length, limit: mostTags });
  }
  return tags as string[];
}
