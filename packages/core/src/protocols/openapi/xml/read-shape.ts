/**
 * Reads how the schema of an XML body names its elements and attributes (the XML Object, OpenAPI 3.1 §4.8.26 and 3.2
 * §4.26). Referenced schemas are described once and shared, so that recursive ones end.
 */
import { childPointer } from '@dragoman/documents';
import type { HttpXml, HttpXmlNode, JsonObject, JsonValue } from '@dragoman/model';
import { isJsonObject } from '@dragoman/model';
import type { OpenApiDocument } from '../document.js';
import type { Placed } from '../references.js';
import { member, textOf } from '../wire.js';
import { isXmlName } from './xml-node.js';

/** Limits of one shape. */
const maxNodes = 1_000;
const maxDepth = 20;

interface Walk {
  document: OpenApiDocument;
  nodes: Map<string, HttpXmlNode>;
  /** Names of shared nodes by the location of their schema. */
  names: Map<string, string>;
  left: number;
  depth: number;
  /** Why the shape cannot be used. */
  fault?: string;
}

/** A shape, or why there is none. */
export type ReadShape = { xml: HttpXml } | { fault: string };

/** True for media types whose content is XML. */
export function isXml(mediaType: string): boolean {
  return /[+/]xml\b/i.test(mediaType) && !/[+/](json|html)\b|svg/i.test(mediaType);
}

/** Reads the shape of a schema; the root element is named by the schema or by the component that it is. */
export function readShape(document: OpenApiDocument, placed: Placed): ReadShape {
  const walk: Walk = { document, nodes: new Map(), names: new Map(), left: maxNodes, depth: 0 };
  const whole = readNode(walk, placed);
  const named = { nodes: Object.fromEntries(walk.nodes) };
  const target = whole.ref === undefined ? whole : { ...walk.nodes.get(whole.ref), ...whole };
  if (walk.fault !== undefined) return { fault: walk.fault };
  if (target.properties === undefined && target.type !== 'array') return { fault: 'its schema describes no members' };
  const component = componentName(placed);
  const name = target.name ?? (component !== undefined && isXmlName(component) ? component : undefined);
  const root: HttpXmlNode = { ...whole, ...(name === undefined ? {} : { name }) };
  return { xml: { root, ...(walk.nodes.size === 0 ? {} : named) } };
}

/** A component gives its name to the root element. */
function componentName({ value }: Placed): string | undefined {
  const ref = isJsonObject(value) ? member(value, '$ref') : undefined;
  return typeof ref === 'string' ? ref.slice(ref.lastIndexOf('/') + 1) : undefined;
}

function readNode(walk: Walk, placed: Placed): HttpXmlNode {
  const found = isJsonObject(placed.value) ? walk.document.references.follow(placed) : undefined;
  if (found === undefined || !isJsonObject(found.value)) return {};
  if (found.pointer === placed.pointer) return readSchema(walk, { value: found.value, pointer: found.pointer });
  const known = walk.names.get(found.pointer);
  const beside = isJsonObject(placed.value) ? readHints(walk, placed.value) : {};
  if (known !== undefined) return { ref: known, ...beside };
  const ref = sharedName(walk, found.pointer);
  walk.nodes.set(ref, {});
  walk.nodes.set(ref, readSchema(walk, { value: found.value, pointer: found.pointer }));
  return { ref, ...beside };
}

function sharedName({ names, nodes }: Walk, pointer: string): string {
  const plain = pointer.slice(pointer.lastIndexOf('/') + 1).slice(0, 80);
  let name = plain;
  for (let count = 2; nodes.has(name); count += 1) name = `${plain}_${count}`;
  names.set(pointer, name);
  return name;
}

function readSchema(walk: Walk, { value, pointer }: Placed<JsonObject>): HttpXmlNode {
  walk.left -= 1;
  if (walk.left < 0 || walk.depth > maxDepth) {
    walk.fault ??= `its schema has more than ${maxNodes} parts or ${maxDepth} levels`;
    return {};
  }
  walk.depth += 1;
  const type = typeOf(member(value, 'type'), value);
  const properties = readProperties(walk, member(value, 'properties'), childPointer(pointer, 'properties'));
  const items = member(value, 'items');
  const own: HttpXmlNode = {
    ...(type === undefined ? {} : { type }),
    ...readHints(walk, value),
    ...(properties === undefined ? {} : { properties }),
    ...(items === undefined
      ? {}
      : { items: readNode(walk, { value: items, pointer: childPointer(pointer, 'items') }) }),
  };
  const merged = readParts(walk, { value, pointer }).reduce(mergeNodes, own);
  walk.depth -= 1;
  return merged;
}

/** The parts of `allOf`, `oneOf` and `anyOf`; a value can have the members of each of them. */
function readParts(walk: Walk, { value, pointer }: Placed<JsonObject>): HttpXmlNode[] {
  return ['allOf', 'oneOf', 'anyOf'].flatMap((keyword) => {
    const parts = member(value, keyword);
    if (!Array.isArray(parts)) return [];
    return parts.map((part, at) => {
      const node = readNode(walk, { value: part, pointer: `${pointer}/${keyword}/${at}` });
      return node.ref === undefined ? node : { ...walk.nodes.get(node.ref) };
    });
  });
}

/** The first one has precedence; the name of a part is not the name of the whole. */
function mergeNodes(whole: HttpXmlNode, { name: _, ...part }: HttpXmlNode): HttpXmlNode {
  const properties =
    whole.properties === undefined && part.properties === undefined
      ? {}
      : { properties: { ...part.properties, ...whole.properties } };
  return { ...part, ...whole, ...properties };
}

function readProperties(
  walk: Walk,
  properties: JsonValue | undefined,
  pointer: string,
): { [name: string]: HttpXmlNode } | undefined {
  if (!isJsonObject(properties)) return undefined;
  const read = Object.entries(properties).map(([name, value]): [string, HttpXmlNode] => {
    const node = readNode(walk, { value, pointer: childPointer(pointer, name) });
    const isNamed = isXmlName(name) || node.ref !== undefined || node.name !== undefined || node.as !== undefined;
    if (!isNamed) walk.fault ??= `the property ${JSON.stringify(name.slice(0, 60))} is not a name in XML`;
    return [name, node];
  });
  return Object.fromEntries(read);
}

const kinds = ['object', 'array', 'number', 'integer', 'boolean'] as const;

/** The one type of a value; a text, or several types, need no conversion. */
function typeOf(said: JsonValue | undefined, schema: JsonObject): HttpXmlNode['type'] {
  const types = (Array.isArray(said) ? said : [said]).filter((type) => type !== 'null');
  const [first] = types.length === 1 ? types : [];
  if (first === undefined && member(schema, 'items') !== undefined) return 'array';
  return kinds.find((kind) => kind === first);
}

const nodeTypes = ['attribute', 'text', 'cdata'] as const;

/** Members of the XML Object; names that XML does not allow make the shape unusable. */
function readHints(walk: Walk, schema: JsonObject): HttpXmlNode {
  const xml = member(schema, 'xml');
  if (!isJsonObject(xml)) return {};
  const [name, prefix] = [textOf(member(xml, 'name'), 200), textOf(member(xml, 'prefix'), 100)];
  const namespace = textOf(member(xml, 'namespace'), 500);
  const odd = [name, prefix].find((each) => each !== undefined && !isXmlName(each));
  if (odd !== undefined) walk.fault ??= `${JSON.stringify(odd.slice(0, 60))} is not a name in XML`;
  const nodeType = member(xml, 'nodeType');
  const as = member(xml, 'attribute') === true ? 'attribute' : nodeTypes.find((each) => each === nodeType);
  const wrapped = member(xml, 'wrapped') === true || (nodeType === 'element' && member(schema, 'items') !== undefined);
  return {
    ...(name === undefined ? {} : { name }),
    ...(prefix === undefined ? {} : { prefix }),
    ...(namespace === undefined ? {} : { namespace }),
    ...(as === undefined ? {} : { as }),
    ...(wrapped ? { wrapped } : {}),
  };
}
