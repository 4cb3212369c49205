/** Settings of YAML output: strings are quoted wherever a parser could misread them, numbers are plain decimals. */
import { isScalar, isSeq, loadYaml } from '@dragoman/documents';
import type { JsonValue } from '@dragoman/model';
import type { Document, Node, ScalarTag, Tags, ToStringOptions } from 'yaml';
import { writeDecimal } from './write-decimal.js';

/** Settings of the writer; compatible with YAML 1.1 parsers, for which `no` is false. */
export const yamlSettings = {
  version: '1.2',
  schema: 'core',
  compat: 'yaml-1.1',
  aliasDuplicateObjects: false,
  customTags: (tags: Tags): Tags => tags.map((tag) => (isNumber(tag) ? { ...tag, stringify: writeNumber } : tag)),
} as const;

/** Layout of the output text. */
export const yamlText: ToStringOptions = { lineWidth: 0, flowCollectionPadding: false };

function isNumber(tag: Tags[number]): tag is ScalarTag {
  if (typeof tag !== 'object' || !('resolve' in tag) || 'format' in tag) return false;
  return tag.tag === 'tag:yaml.org,2002:float' || tag.tag === 'tag:yaml.org,2002:int';
}

function writeNumber({ value }: { value: unknown }): string {
  return writeDecimal(Number(value));
}

/** Maximum width of a list that is written on one line. */
const maxListWidth = 80;

/** A document of YAML nodes with short lists of scalars on one line each. */
export function createYamlDocument(value: JsonValue): Document {
  const document = new (loadYaml().Document)(value, yamlSettings);
  flattenLists(document.contents);
  return document;
}

/** Puts short lists of scalars on one line. */
export function flattenLists(node: Node | null): void {
  loadYaml().visit(node, {
    Seq(_, seq) {
      if (!isSeq(seq) || !seq.items.every((item) => isScalar(item) && !item.comment && !item.commentBefore)) return;
      const width = seq.items.reduce<number>(
        (sum, item) => sum + String(isScalar(item) ? item.value : '').length + 2,
        0,
      );
      const single = seq.items.every((item) => isScalar(item) && !String(item.value).includes('\n'));
      if (width <= maxListWidth && single) seq.flow = true;
    },
  });
}
