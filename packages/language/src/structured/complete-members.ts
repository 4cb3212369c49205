/** Completion of names, values and references in YAML and JSON. */
import type { Completion, TextEdit } from '../service/language-service.js';
import type { Format } from '../shapes/shape.js';
import { contentOf, membersAt, typeAt, valuesOf } from '../shapes/shape.js';
import type { CursorContext } from '../structure/cursor-context.js';
import { contextAt } from '../structure/cursor-context.js';
import type { StructureNode } from '../structure/node.js';

/** A value that only this document has: the name of a schema, a step, a tag. */
export interface OwnValue {
  value: string;
  detail?: string;
  documentation?: string;
}

/** Finds the values that fit at a place. */
export type FindValues = (context: CursorContext, root: StructureNode) => readonly OwnValue[];

/** Completions at an offset. */
export interface Completing {
  text: string;
  root: StructureNode;
  format: Format;
  findValues: FindValues;
  /** Names that the author chooses from: status codes, media types. */
  findNames?: FindValues;
}

/** Largest number of proposals. */
const maxProposals = 300;

/** The proposals at an offset, best first; the editor filters them while the author types on. */
export function completeMembers(completing: Completing, offset: number): Completion[] {
  const context = contextAt(completing.text, completing.root, offset);
  const found = context.role === 'name' ? completeNames(completing, context) : completeValues(completing, context);
  const typed = context.typed.toLowerCase();
  return found.filter(({ label }) => isMatch(label.toLowerCase(), typed)).slice(0, maxProposals);
}

/** The letters of the typed text occur in the label, in their order. */
function isMatch(label: string, typed: string): boolean {
  let at = 0;
  for (const letter of typed) {
    at = label.indexOf(letter, at) + 1;
    if (at === 0) return false;
  }
  return true;
}

function completeNames({ text, format, root, findNames }: Completing, context: CursorContext): Completion[] {
  const has = new Set(context.siblings);
  const members = membersAt(format, context.path)
    .filter(({ name }) => !has.has(name) || name === context.typed)
    .sort((one, other) => Number(other.required) - Number(one.required));
  const own = (findNames?.(context, root) ?? []).filter(({ value }) => !has.has(value));
  return [
    ...members.map(({ name, type, doc, required }): Completion => {
      const { edit, cursor } = writeName(text, context, { name, content: contentOf(format, type) });
      const detail = `${typeText(type)}${required ? ', required' : ''}`;
      return { label: name, kind: 'member', detail, documentation: doc, edit, cursor };
    }),
    ...own.map(({ value, detail, documentation }): Completion => {
      const { edit, cursor } = writeName(text, context, { name: value, content: 'block' });
      return {
        label: value,
        kind: 'member',
        edit,
        cursor,
        ...(detail === undefined ? {} : { detail }),
        ...(documentation === undefined ? {} : { documentation }),
      };
    }),
  ];
}

/** A type as people read it. */
export function typeText(type: string): string {
  if (type.endsWith('[]')) return `list of ${typeText(type.slice(0, -2))}`;
  if (type.endsWith('{}')) return `map of ${typeText(type.slice(0, -2))}`;
  return type.includes("'") ? valuesOf(type).join(', ') : type;
}

interface NewName {
  name: string;
  content: 'scalar' | 'list' | 'block';
}

function writeName(
  text: string,
  { replace, syntax, hasColon }: CursorContext,
  { name, content }: NewName,
): { edit: TextEdit; cursor: number } {
  const isPlain = /^[A-Za-z_$][\w.$/-]*$/.test(name);
  const key = syntax === 'json' ? JSON.stringify(name) : isPlain ? name : `'${name.replaceAll("'", "''")}'`;
  if (hasColon) return { edit: { ...replace, text: key }, cursor: replace.start + key.length };
  if (syntax === 'json') {
    const [open, close] = content === 'list' ? ['[', ']'] : content === 'block' ? ['{', '}'] : ['', ''];
    const written = `${key}: ${open}${close}`;
    return { edit: { ...replace, text: written }, cursor: replace.start + key.length + 2 + open.length };
  }
  if (syntax === 'flow' || content === 'scalar') {
    return { edit: { ...replace, text: `${key}: ` }, cursor: replace.start + key.length + 2 };
  }
  const line = text.lastIndexOf('\n', replace.start - 1) + 1;
  const indent = ' '.repeat(replace.start - line + 2);
  const written = `${key}:\n${indent}${content === 'list' ? '- ' : ''}`;
  return { edit: { ...replace, text: written }, cursor: replace.start + written.length };
}

function completeValues({ format, root, findValues }: Completing, context: CursorContext): Completion[] {
  const own = findValues(context, root);
  const listed = valuesOf(typeAt(format, context.path));
  const proposals = own.length > 0 ? own : listed.map((value): OwnValue => ({ value }));
  return proposals.map(({ value, detail, documentation }) => ({
    label: value,
    kind: own.length > 0 ? 'reference' : 'value',
    ...(detail === undefined ? {} : { detail }),
    ...(documentation === undefined ? {} : { documentation }),
    edit: { ...context.replace, text: writeScalar(value, context, typeAt(format, context.path)) },
  }));
}

function writeScalar(value: string, { syntax }: CursorContext, type: string | undefined): string {
  if (type === 'boolean') return value;
  if (syntax === 'json') return JSON.stringify(value);
  return /^[A-Za-z][\w/-]*$/.test(value) && !/^(?:true|false|null|yes|no|on|off)$/i.test(value)
    ? value
    : `'${value.replaceAll("'", "''")}'`;
}
