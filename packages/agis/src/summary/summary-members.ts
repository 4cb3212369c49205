/** The members of a summary (§11.1): which are required, and their valid values. A table that the check reads. */
import type { JsonValue } from '@dragoman/model';
import { capabilities } from '../fields.js';
import { agisVersion } from '../wire.js';

/** One member and its rule. */
export interface SummaryMember {
  name: string;
  /**
   * `must`: the summary is unusable without it. `should`: agents expect it. `may`: absent when there is no value (R29).
   */
  need: 'must' | 'should' | 'may';
  accepts(value: JsonValue): boolean;
  /** The accepted value, for messages. */
  expected: string;
}

/** Interaction protocols of a service (§11.1). */
export const interactionProtocols = Object.freeze(['request', 'negotiate', 'confirm', 'query']);

const maxLength = 500;
const isText = (value: JsonValue) => typeof value === 'string' && value.trim() !== '' && value.length <= 2_000;
const isFlag = (value: JsonValue) => typeof value === 'boolean';
const isAgtp = (value: JsonValue) => typeof value === 'string' && /^agtp:\/\/[^\s/?#@]+[^\s]*$/i.test(value);
const isAddress = (value: JsonValue) =>
  isAgtp(value) || (typeof value === 'string' && URL.canParse(value) && /^https?:$/.test(new URL(value).protocol));
const isPlace = (value: JsonValue) => isAddress(value) || (typeof value === 'string' && /^\/(?!\/)[^\s]*$/.test(value));
const listOf = (accepts: (value: JsonValue) => boolean) => (value: JsonValue) =>
  Array.isArray(value) && value.length <= maxLength && value.every(accepts);
const oneOf = (words: readonly string[]) => (value: JsonValue) => words.some((word) => word === value);

/** Every member that the specification names, in its order. */
export const summaryMembers: readonly SummaryMember[] = Object.freeze([
  { name: 'agis', need: 'must', accepts: (value) => value === agisVersion, expected: `"${agisVersion}"` },
  { name: 'service', need: 'must', accepts: isText, expected: 'the name of the service' },
  { name: 'agtp', need: 'must', accepts: isAgtp, expected: 'an agtp:// address' },
  { name: 'agis_document', need: 'must', accepts: isPlace, expected: 'the address of the document' },
  { name: 'methods', need: 'must', accepts: listOf(isText), expected: 'a list of method identifiers' },
  { name: 'domain', need: 'should', accepts: isText, expected: 'a string' },
  { name: 'namespace', need: 'may', accepts: isText, expected: 'a string' },
  { name: 'negotiable', need: 'should', accepts: isFlag, expected: 'true or false' },
  {
    name: 'capability_summary',
    need: 'should',
    accepts: listOf(oneOf(capabilities)),
    expected: `a list of ${capabilities.join(', ')}`,
  },
  { name: 'data_classes', need: 'may', accepts: listOf(isText), expected: 'a list of names of classes' },
  { name: 'pre_auth_discovery', need: 'should', accepts: isFlag, expected: 'true or false' },
  { name: 'version', need: 'should', accepts: isText, expected: 'a string' },
  {
    name: 'interaction_protocols',
    need: 'should',
    accepts: listOf(oneOf(interactionProtocols)),
    expected: `a list of ${interactionProtocols.join(', ')}`,
  },
  { name: 'related_services', need: 'may', accepts: listOf(isAgtp), expected: 'a list of agtp:// addresses' },
  { name: 'mcp_tools_list', need: 'may', accepts: isPlace, expected: 'the address of a list of MCP tools' },
]);
