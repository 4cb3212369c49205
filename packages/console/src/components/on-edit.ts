/** How panels change the text of a document. */
import type { YamlEdit } from '@dragoman/documents';

/** Applies edits; those of one place are undone together. */
export type OnEdit = (edits: readonly YamlEdit[], place?: string) => void;
