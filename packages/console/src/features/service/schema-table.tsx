/** Inputs and outputs of an operation: names, types, bounds and places on the wire; nested values are opened on demand. */
import type { JsonValue } from '@dragoman/model';
import { isJsonObject } from '@dragoman/model';
import type { OperationInput } from '@dragoman/sdk';
import { ChevronRight } from 'lucide-react';
import { useState } from 'react';
import { classNames } from '../../components/class-names.js';
import { ThirdPartyText } from '../../components/third-party-text.js';
import { boundWords, branchesOf, requiredNames, typeWords } from '../../schema/describe-schema.js';
import type { SchemaReader } from '../../schema/schema-reader.js';

/** One value of a table. */
export interface SchemaRow {
  name: string;
  schema: JsonValue;
  required: boolean;
  description?: string | undefined;
  /** Where it goes in the request. */
  place?: string;
  /** True when the protocol that is shown loses it. */
  lost?: boolean;
}

/** The rows of the inputs, with their places on the wire. */
export function inputRows(reader: SchemaReader, schema: unknown, inputs: readonly OperationInput[]): SchemaRow[] {
  const { properties } = reader.view(schema);
  return inputs.map(({ name, required, description, in: place, wire_name: wireName }) => ({
    name,
    schema: isJsonObject(properties) ? (properties[name] ?? {}) : {},
    required,
    description,
    place: placeWords(place, wireName, name),
  }));
}

function placeWords(place: OperationInput['in'], wireName: string | undefined, name: string): string {
  if (place === 'body' && wireName === undefined) return 'whole body';
  return wireName === undefined || wireName === name ? place : `${place} as ${wireName}`;
}

/** The values inside a schema: members of an object, items of an array, alternatives. */
function innerRows(reader: SchemaReader, schema: JsonValue): SchemaRow[] {
  const view = reader.view(schema);
  const required = requiredNames(view);
  const members = Object.entries(isJsonObject(view.properties) ? view.properties : {}).map(([name, member]) => ({
    name,
    schema: member,
    required: required.includes(name),
  }));
  const { items, additionalProperties } = view;
  const branches = branchesOf(view);
  return [
    ...members,
    ...(isJsonObject(items) && hasInner(reader, items) ? [{ name: 'each item', schema: items, required: false }] : []),
    ...(isJsonObject(additionalProperties)
      ? [{ name: 'any other name', schema: additionalProperties, required: false }]
      : []),
    ...branches
      .filter((branch) => hasInner(reader, branch))
      .map((branch, at) => ({ name: titleOf(reader, branch) ?? `variant ${at + 1}`, schema: branch, required: false })),
  ];
}

function titleOf(reader: SchemaReader, schema: JsonValue): string | undefined {
  const { title } = reader.view(schema);
  return typeof title === 'string' ? title : undefined;
}

function hasInner(reader: SchemaReader, schema: JsonValue): boolean {
  const view = reader.view(schema);
  const { properties, items, additionalProperties } = view;
  if (isJsonObject(properties) && Object.keys(properties).length > 0) return true;
  if (isJsonObject(additionalProperties)) return true;
  return (
    (isJsonObject(items) && hasInner(reader, items)) ||
    branchesOf(view).some((each) => isJsonObject(each) && each !== schema && !isScalar(reader, each))
  );
}

function isScalar(reader: SchemaReader, schema: JsonValue): boolean {
  const { properties, items, additionalProperties, oneOf, anyOf } = reader.view(schema);
  return [properties, items, additionalProperties, oneOf, anyOf].every((each) => each === undefined);
}

/** Rows of one level that are shown at first. */
const portion = 60;

/** Values with their types, as rows. */
export function SchemaRows({
  reader,
  rows,
  level = 0,
}: {
  reader: SchemaReader;
  rows: readonly SchemaRow[];
  level?: number;
}) {
  const [shown, setShown] = useState(portion);
  return (
    <ul className={classNames(level === 0 ? 'divide-y divide-line' : 'ml-1.5 border-l border-line pl-3')}>
      {rows.slice(0, shown).map((row) => (
        <SchemaItem key={row.name} reader={reader} row={row} level={level} />
      ))}
      {rows.length > shown && (
        <li>
          <button type="button" className="py-2 text-accent hover:underline" onClick={() => setShown(shown + portion)}>
            {(rows.length - shown).toLocaleString('en')} more
          </button>
        </li>
      )}
    </ul>
  );
}

function SchemaItem({ reader, row, level }: { reader: SchemaReader; row: SchemaRow; level: number }) {
  const [open, setOpen] = useState(false);
  const view = reader.view(row.schema);
  const canOpen = hasInner(reader, row.schema);
  const text = row.description ?? (typeof view.description === 'string' ? view.description : undefined);
  const bounds = boundWords(view);
  return (
    <li className={level === 0 ? 'py-2.5' : 'py-1.5'}>
      <div className="flex flex-wrap items-baseline gap-x-2 gap-y-0.5">
        {canOpen ? (
          <button
            type="button"
            aria-expanded={open}
            onClick={() => setOpen(!open)}
            className="-ml-1 inline-flex min-w-0 items-baseline gap-0.5 rounded px-0.5 font-mono font-medium hover:bg-hover"
          >
            <ChevronRight
              aria-hidden
              className={classNames('size-3 shrink-0 self-center text-faint', open && 'rotate-90')}
            />
            <ThirdPartyText text={row.name} limit={120} className={row.lost === true ? 'text-bad' : ''} />
          </button>
        ) : (
          <ThirdPartyText
            text={row.name}
            limit={120}
            className={classNames('font-mono font-medium', row.lost === true && 'text-bad')}
          />
        )}
        <span className="text-sm text-muted">
          <ThirdPartyText text={typeWords(reader, row.schema)} limit={120} />
        </span>
        {row.required && <span className="text-sm font-medium text-warn">required</span>}
        {view.deprecated === true && <span className="text-sm text-faint">deprecated</span>}
        {row.place !== undefined && (
          <span className="ml-auto font-mono text-xs text-faint">
            <ThirdPartyText text={row.place} limit={80} />
          </span>
        )}
      </div>
      {bounds.length > 0 && (
        <p className="text-sm text-faint">
          <ThirdPartyText text={bounds.join(' · ')} limit={300} />
        </p>
      )}
      {text !== undefined && text !== '' && (
        <p className="max-w-prose text-sm text-muted">
          <ThirdPartyText text={text} limit={level === 0 ? 600 : 240} />
        </p>
      )}
      {open && (
        <div className="pt-1">
          <SchemaRows reader={reader} rows={innerRows(reader, row.schema)} level={level + 1} />
        </div>
      )}
    </li>
  );
}

/** A whole schema: its members, or one row when it is not an object. */
export function SchemaSummary({ reader, schema }: { reader: SchemaReader; schema: JsonValue }) {
  const rows = innerRows(reader, schema);
  const words = typeWords(reader, schema);
  if (rows.length === 0) return <p className="text-muted">{words === 'any' ? 'Not described.' : words}</p>;
  return (
    <>
      <p className="pb-1 text-sm text-muted">
        <ThirdPartyText text={words} limit={200} />
      </p>
      <SchemaRows reader={reader} rows={rows} />
    </>
  );
}
