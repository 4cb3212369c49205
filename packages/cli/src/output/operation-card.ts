/** One operation of a service, formatted for people: its texts, its inputs and its outputs. */
import type { JsonObject, JsonValue } from '@dragoman/model';
import { declaredMembers, isJsonObject, outlineSchema, schemaTypes } from '@dragoman/model';
import type { ChosenOperation, OperationSummary } from '@dragoman/sdk';
import type { Painted } from '../terminal/paint.js';
import { line, paint } from '../terminal/paint.js';
import type { Printer } from '../terminal/printer.js';
import { impactMeanings } from './impact-words.js';

/** Maximum number of inputs and outputs that are listed, and of allowed values of each. */
const maxListed = 100;
const maxValues = 8;

/** Maximum characters of the outline of a member. */
const maxOutline = 160;

/** Prints the operation. */
export function operationCard(
  print: Printer,
  { name, description, inputs, outputs }: ChosenOperation,
  known?: OperationSummary,
): void {
  const { color } = print;
  if (name !== undefined) print.out(line`${color.strong(name)}`);
  if (description !== undefined) print.out(paint(description));
  const { impact, impact_derived: isDerived } = known ?? {};
  if (impact !== undefined) {
    const derived = isDerived === true ? ' (derived from the text of the description)' : '';
    print.out(line`${color.faint('impact')}  ${impact}: ${impactMeanings[impact]}${derived}`);
  }
  printMembers(print, 'inputs', inputs);
  printMembers(print, 'outputs', outputs);
}

function printMembers(print: Printer, title: string, schema: unknown): void {
  const root = isJsonObject(schema) ? schema : {};
  const declared = declaredMembers(root);
  const members = Object.entries(declared?.members ?? {});
  const whole = Object.keys(root).length === 0 ? '' : outlineSchema(root, maxOutline);
  if (members.length === 0 && (whole === '' || whole === 'any' || whole === 'object')) return;
  print.out(line``);
  print.out(
    line`${print.color.faint(title)}${whole.endsWith('[]') ? print.color.faint(' (of each item of the list)') : ''}`,
  );
  if (members.length === 0) print.out(line`  ${print.color.faint(whole)}`);
  for (const [name, member] of members.slice(0, maxListed))
    print.out(memberLine(print, { name, member, root, isRequired: declared?.required.includes(name) === true }));
  const left = members.length - maxListed;
  if (left > 0) print.out(line`  … and ${left} more; --json lists all`);
}

interface Member {
  name: string;
  member: JsonValue;
  /** The schema that the member is part of, with the definitions that it refers to. */
  root: JsonObject;
  isRequired: boolean;
}

function memberLine({ color }: Printer, { name, member, root, isRequired }: Member): Painted {
  const { $defs, definitions } = root;
  const own = isJsonObject(member) ? member : {};
  const schema: JsonObject = { ...($defs && { $defs }), ...(definitions && { definitions }), ...own };
  const kind = [typeOf(schema), ...(isRequired ? ['required'] : [])].join(', ');
  const text = typeof schema.description === 'string' ? schema.description : '';
  return line`  ${color.name(name)}  ${color.faint(`(${kind})`)} ${text}`;
}

function typeOf(schema: JsonObject): string {
  const { enum: values } = schema;
  if (!Array.isArray(values)) {
    const types = schemaTypes(schema);
    const isPlain = types.length > 0 && !types.includes('array') && !types.includes('object');
    return isPlain ? types.join(' or ') : outlineSchema(schema, maxOutline);
  }
  const shown = values.slice(0, maxValues).map(String).join(', ');
  return `one of ${shown}${values.length > maxValues ? ', …' : ''}`;
}
