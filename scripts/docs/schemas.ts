/** The JSON Schemas of the model, generated from its types, so that the two cannot differ. */
import { join } from 'node:path';
import { type Config, createGenerator } from 'ts-json-schema-generator';
import type { PageMaker } from '../generated-file.js';

/** One schema file; an open schema allows unknown members, as response bodies require. */
interface SchemaFile {
  name: string;
  type: string;
  open: boolean;
}

const schemas: readonly SchemaFile[] = [
  { name: 'entry', type: 'Entry', open: false },
  { name: 'operation', type: 'Operation', open: false },
  { name: 'binding', type: 'Binding', open: false },
  { name: 'diagnostic', type: 'Diagnostic', open: false },
  { name: 'toolset', type: 'ToolsetDocument', open: false },
  { name: 'procedure', type: 'ProcedureDocument', open: false },
  { name: 'team', type: 'TeamDocument', open: false },
  { name: 'problem', type: 'Problem', open: true },
];

/** Generates packages/model/schema/*.json. */
export const makeSchemas: PageMaker = async (root) => {
  const config: Config = {
    path: join(root, 'packages/model/src/index.ts'),
    tsconfig: join(root, 'packages/model/tsconfig.json'),
    additionalProperties: false,
    skipTypeCheck: true,
    topRef: false,
    sortProps: true,
  };
  const generator = createGenerator(config);
  return schemas.map((file) => ({
    path: `packages/model/schema/${file.name}.json`,
    text: `${JSON.stringify(writeSchema(file, generator.createSchema(file.type)), null, 2)}\n`,
  }));
};

/** Converts a schema of draft 7 to 2020-12: renames `definitions` to `$defs`; the other keywords in use are the same. */
function writeSchema({ name, open }: SchemaFile, schema: object): object {
  const text = JSON.stringify(schema).replaceAll('"#/definitions/', '"#/$defs/');
  const {
    $schema: _,
    definitions,
    ...rest
  } = JSON.parse(text, (key, value: unknown) =>
    open && key === 'additionalProperties' && value === false ? undefined : value,
  ) as Record<string, unknown>;
  const head = { $schema: 'https://json-schema.org/draft/2020-12/schema', $id: `urn:dragoman:schema:${name}` };
  return { ...head, ...rest, ...(definitions === undefined ? {} : { $defs: definitions }) };
}
