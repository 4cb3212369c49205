/** Every string enum with its name and entity. */
import type { JsonObject } from '@dragoman/model';
import type { Api } from './api.js';
import { pathEntity, schemaEntity } from './entities.js';
import { plainName } from './words.js';

/** One enumeration. */
export interface FoundEnum {
  name: string;
  /** Undefined when the document does not say. */
  entity?: string;
  values: readonly string[];
  at: string;
}

/** Lists the enums of parameters, inputs and outputs. */
export function listEnums(api: Api): FoundEnum[] {
  const parameters = api.exposed.flatMap((operation) =>
    operation.parameters.flatMap(({ name, schema, pointer }) =>
      schema?.schema.enum === undefined
        ? []
        : toEnum({ name, at: pointer, entity: pathEntity(operation) }, schema.schema),
    ),
  );
  const properties = [...api.inputs, ...api.outputs].flatMap(({ name, schema, at, owner }) => {
    if (name === undefined || schema.enum === undefined) return [];
    return toEnum({ name, at, entity: schemaEntity(owner?.pointer ?? '') }, schema);
  });
  return [...parameters, ...properties];
}

function toEnum(
  { name, at, entity }: { name: string; at: string; entity: string | undefined },
  schema: JsonObject | undefined,
): FoundEnum[] {
  const listed = schema?.enum;
  const values = Array.isArray(listed) ? listed.filter((value): value is string => typeof value === 'string') : [];
  if (values.length === 0) return [];
  return [{ name: plainName(name), at, values, ...(entity === undefined ? {} : { entity }) }];
}
