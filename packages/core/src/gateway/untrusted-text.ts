/**
 * Looks for text that speaks to its reader: instructions to a model, asks for secrets, hidden characters. Text of
 * strangers stays data; this only says where somebody seems to have tried.
 */
import type { Diagnostic, JsonValue } from '@dragoman/model';

/** Findings in every string of a value. */
export function inspectText(_value: JsonValue): Diagnostic[] {
  return [];
}
