/**
 * The names that the illustrative notation knows in each block; they end flattened scalars and blocks without braces.
 */
import { classFields, manifestFields, semanticFields, vocabularyFields } from '../fields.js';

/** Names of the document's header. */
export const headerKeys: ReadonlySet<string> = new Set(['agis', 'service', 'agtp', 'description', 'version']);

/** The ten fields of a semantic block. */
export const semanticKeys: ReadonlySet<string> = new Set(semanticFields);

/** Members of a vocabulary block. */
export const vocabularyKeys: ReadonlySet<string> = new Set(vocabularyFields);

/** Members of one data class. */
export const classKeys: ReadonlySet<string> = new Set(classFields);

/** Members of a data manifest, including those of its classes. */
export const manifestKeys: ReadonlySet<string> = new Set([...manifestFields, ...classFields]);

/** Blocks of an endpoint. */
export const endpointBlocks: ReadonlySet<string> = new Set(['semantic', 'input', 'output', 'errors']);

/** Blocks of the document. */
export const documentBlocks: ReadonlySet<string> = new Set(['endpoints', 'vocabulary', 'data_manifest', 'schemas']);
