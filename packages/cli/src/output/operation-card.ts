/** One operation of a service, formatted for people: its texts, its inputs and its outputs. */
import type { JsonObject } from '@dragoman/model';
import { isJsonObject, schemaProperties, schemaTypes } from '@dragoman/model';
import type { ChosenOperation } from '@dragoman/sdk';
import type { Painted } from '../terminal/paint.js';
import { line, paint } from '../terminal/paint.js';
import type { Printer } from '../terminal/printer.js';

/** Maximum number of inputs and outputs that are listed, and of allowed values of each. */
const maxListed = 100;
const maxValues = 8;

/** Prints the operation. */
export function operationCard(print: Printer, { name, description, inputs, outputs }: ChosenOperation): void {
  const { color } = print;
  if (name !== undefined) print.out(line`${color.strong(name)}`);
  if (description !== undefined) print.out(paint(description));
  printMembers(print, 'inputs', inputs);
  printMembers(print, 'outputs', outputs);
}

function printMembers(print: Printer, title: string, schema: unknown): void {
  const members = isJsonObject(schema) ? Object.entries(schemaProperties(schema)) : [];
  if (members.length === 0) return;
  print.out(line``);
  print.out(print.color.faint(title));
  const required = isJsonObject(schema) && Array.isArray(schema.required) ? schema.required : [];
  for (const [name, member] of members.slice(0, maxListed))
    print.out(memberLine(print, { name, member, isRequired: required.includes(name) }));
  const left = members.length - maxListed;
  if (left > 0) print.out(line`  … and ${left} more; --json lists all`);
}

interface Member {
  name: string;
  member: unknown;
  isRequired: boolean;
}

function memberLine({ color }: Printer, { name, member, isRequired }: Member): Painted {
  const schema = isJsonObject(member) ? member : {};
  const kind = [typeOf(schema), ...(isRequired ? ['required'] : [])].join(', ');
  const text = typeof schema.description === 'string' ? schema.description : '';
  return line`  ${color.name(name)}  ${color.faint(`(${kind})`)} ${text}`;
}

function typeOf(schema: JsonObject): string {
  const { enum: values } = schema;
  if (!Array.isArray(values)) return schemaTypes(schema).join(' or ') || 'any';
  const shown = values.slice(0, maxValues).map(String).join(', ');
  return `one of ${shown}${values.length > maxValues ? ', …' : ''}`;
}
