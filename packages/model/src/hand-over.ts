/** The tools that team members use to hand a conversation over: generated from the team, not served by a provider. */
import { legalName, longestName } from './tool-signature/tool-names.js';

/** The data of a hand-over. */
export interface HandOver {
  /** Why the conversation is handed over. */
  reason: string;
  /** What has happened and what remains to be done. */
  summary: string;
  /** Values that the next member needs, by name. */
  values: Record<string, unknown>;
}

/** JSON Schema of the inputs of a hand-over tool: flat, as every model API accepts it. */
export interface HandOverSchema {
  type: 'object';
  properties: Record<'reason' | 'summary' | 'values', { type: 'string'; description: string; maxLength: number }>;
  required: ('reason' | 'summary' | 'values')[];
  additionalProperties: false;
}

/** A hand-over tool as a model sees it. */
export interface HandOverTool {
  name: string;
  description: string;
  schema: HandOverSchema;
}

/** Maximum text lengths of a hand-over, in characters. */
export const handOverLimits = Object.freeze({ reason: 1000, summary: 8000, values: 8000 });

/** Name of the tool that hands over to this member; at most 64 characters. */
export function handOverName(member: string): string {
  return legalName(`hand_over_to_${member}`, member, longestName);
}

/** The tool that hands over to a member. */
export function handOverTool(member: string, when: string): HandOverTool {
  return {
    name: handOverName(member),
    description: `Hands the conversation over to ${member}. ${when}`.trim(),
    schema: {
      type: 'object',
      properties: {
        reason: text('reason', `Why ${member} should continue.`),
        summary: text('summary', 'What has happened so far and what remains to be done.'),
        values: text('values', 'Values that are needed to continue, as one JSON object: {"order_no": "A-17"}.'),
      },
      required: ['reason', 'summary'],
      additionalProperties: false,
    },
  };
}

function text(member: keyof typeof handOverLimits, description: string) {
  return { type: 'string' as const, description, maxLength: handOverLimits[member] };
}

/** The hand-over from a model, or all its errors in words that the model can act on. */
export function readHandOver(inputs: Readonly<Record<string, unknown>>): HandOver | { faults: string[] } {
  const faults: string[] = [];
  const known = Object.keys(handOverLimits);
  for (const name of Object.keys(inputs)) {
    if (!known.includes(name)) faults.push(`'${name.slice(0, 80)}' is not an input; use ${known.join(', ')}`);
  }
  const read = (name: keyof typeof handOverLimits, required: boolean): string => {
    const value = inputs[name];
    if ((value === undefined || value === null) && !required) return '';
    if (typeof value !== 'string' || (required && value.trim() === '')) faults.push(`'${name}' must be a string`);
    else if (value.length > handOverLimits[name])
      faults.push(`'${name}' must have at most ${handOverLimits[name]} characters`);
    else return value;
    return '';
  };
  const [reason, summary] = [read('reason', true), read('summary', true)];
  const values = readValues(inputs.values, read('values', false), faults);
  return faults.length > 0 ? { faults } : { reason, summary, values };
}

/** The values, parsed from JSON; anything but an object is an error. */
function readValues(given: unknown, text: string, faults: string[]): Record<string, unknown> {
  if (text.trim() === '') return {};
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Record<string, unknown>;
  } catch {
    // Reported below, like any other text that is not an object.
  }
  faults.push(`'values' must be one JSON object, like {"order_no": "A-17"}, not ${JSON.stringify(given).slice(0, 40)}`);
  return {};
}
