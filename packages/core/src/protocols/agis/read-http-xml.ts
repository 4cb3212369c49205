/** Reads the shape of an XML body in `x_http_request` of an untrusted document. */
import type { HttpXml, HttpXmlNode, JsonObject, JsonValue } from '@dragoman/model';
import { isJsonObject } from '@dragoman/model';

/** Limits of one shape; the converter writes at most half of them. */
const maxNodes = 2_000;
const maxDepth = 40;

interface Budget {
  left: number;
}

/** The shape; undefined when a member is invalid or it is too large. */
export function readHttpXml(value: JsonValue): HttpXml | undefined {
  if (!isJsonObject(value)) return undefined;
  const budget: Budget = { left: maxNodes };
  const root = readNode(value.root, budget, 0);
  const nodes = value.nodes === undefined ? undefined : readNodes(value.nodes, budget, 0);
  if (root === undefined || (value.nodes !== undefined && nodes === undefined)) return undefined;
  return { root, ...(nodes === undefined ? {} : { nodes }) };
}

function readNodes(
  value: JsonValue | undefined,
  budget: Budget,
  depth: number,
): { [name: string]: HttpXmlNode } | undefined {
  if (!isJsonObject(value)) return undefined;
  const read: [string, HttpXmlNode][] = [];
  for (const [name, member] of Object.entries(value)) {
    const node = readNode(member, budget, depth + 1);
    if (node === undefined) return undefined;
    read.push([name, node]);
  }
  return Object.fromEntries(read);
}

const types = ['object', 'array', 'number', 'integer', 'boolean'] as const;
const forms = ['attribute', 'text', 'cdata'] as const;

function readNode(value: JsonValue | undefined, budget: Budget, depth: number): HttpXmlNode | undefined {
  budget.left -= 1;
  if (!isJsonObject(value) || budget.left < 0 || depth > maxDepth) return undefined;
  const [type, as] = [types.find((each) => each === value.type), forms.find((each) => each === value.as)];
  const properties = value.properties === undefined ? undefined : readNodes(value.properties, budget, depth);
  const items = value.items === undefined ? undefined : readNode(value.items, budget, depth + 1);
  const isWhole =
    (value.properties === undefined || properties !== undefined) && (value.items === undefined || items !== undefined);
  if (!isWhole) return undefined;
  return {
    ...texts(value),
    ...(type === undefined ? {} : { type }),
    ...(as === undefined ? {} : { as }),
    ...(value.wrapped === true ? { wrapped: true } : {}),
    ...(properties === undefined ? {} : { properties }),
    ...(items === undefined ? {} : { items }),
  };
}

/** Names are verified again when they are written. */
function texts(value: JsonObject): Pick<HttpXmlNode, 'ref' | 'name' | 'prefix' | 'namespace'> {
  const kept = (['ref', 'name', 'prefix', 'namespace'] as const).flatMap((key) => {
    const text = value[key];
    return typeof text === 'string' && text !== '' && text.length <= 500 ? [[key, text] as const] : [];
  });
  return Object.fromEntries(kept);
}
