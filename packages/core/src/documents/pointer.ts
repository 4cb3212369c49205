/** JSON pointers for everything that handles documents; they live beside the schema checks, which come first. */
export type { PointerToken } from '../schema/pointer.js';
export { buildPointer, childPointer, escapeToken, getPointer, parsePointer, readablePath } from '../schema/pointer.js';
