/** Writes the shape of an XML body as the `xml` members of its schema, so that the schema alone describes it again. */
import type { HttpXml, HttpXmlNode, JsonObject, JsonSchema, JsonValue } from '@dragoman/model';
import { isJsonObject } from '@dragoman/model';

/** The schema with the names, attributes and wrappers of the shape, in its definitions too. */
export function withXmlHints(schema: JsonSchema, xml: HttpXml | undefined): JsonSchema {
  if (xml === undefined || !isJsonObject(schema)) return schema;
  const marked = mark(schema, xml.root);
  const { nodes = {} } = xml;
  const own = xml.root.ref !== undefined && Object.hasOwn(nodes, xml.root.ref) ? nodes[xml.root.ref] : undefined;
  const whole = own === undefined ? marked : mark(marked, { ...own, ...xml.root });
  if (!isJsonObject(schema.$defs)) return whole;
  const defined = Object.entries(schema.$defs).map(([name, definition]): [string, JsonValue] => {
    const node = Object.hasOwn(nodes, name) ? nodes[name] : undefined;
    return [name, node !== undefined && isJsonObject(definition) ? mark(definition, node) : definition];
  });
  return { ...whole, $defs: Object.fromEntries(defined) };
}

function mark(schema: JsonObject, node: HttpXmlNode): JsonObject {
  const hints = hintsOf(node);
  const properties = isJsonObject(schema.properties)
    ? markProperties(schema.properties, node.properties ?? {})
    : undefined;
  return {
    ...schema,
    ...(properties === undefined ? {} : { properties }),
    ...(isJsonObject(schema.items) && node.items !== undefined ? { items: mark(schema.items, node.items) } : {}),
    ...(Object.keys(hints).length === 0 ? {} : { xml: hints }),
  };
}

function markProperties(properties: JsonObject, nodes: { [name: string]: HttpXmlNode }): JsonObject {
  const marked = Object.entries(properties).map(([name, schema]): [string, JsonValue] => {
    const node = Object.hasOwn(nodes, name) ? nodes[name] : undefined;
    return [name, node !== undefined && isJsonObject(schema) ? mark(schema, node) : schema];
  });
  return Object.fromEntries(marked);
}

function hintsOf({ name, prefix, namespace, as, wrapped }: HttpXmlNode): JsonObject {
  return {
    ...(name === undefined ? {} : { name }),
    ...(prefix === undefined ? {} : { prefix }),
    ...(namespace === undefined ? {} : { namespace }),
    ...(as === 'attribute' ? { attribute: true } : as === undefined ? {} : { nodeType: as }),
    ...(wrapped === true ? { wrapped } : {}),
  };
}
