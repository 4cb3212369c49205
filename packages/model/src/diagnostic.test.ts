/** Tests that a diagnostic is built only from its table row. */
import { describe, expect, it } from 'vitest';
import { type Diagnostic, type DiagnosticTable, diagnose, hasErrors } from './diagnostic.js';

const table: DiagnosticTable<'area/too-long' | 'area/hint'> = {
  'area/too-long': {
    severity: 'error',
    message: '{field} has {count} characters; {field} may have {limit}.',
    why: 'Long names do not fit.',
    help: 'Shorten {field}.',
  },
  'area/hint': { severity: 'info', message: 'Just {missing}.', why: 'To show.', help: 'Nothing.' },
};

describe('diagnose', () => {
  it('fills every placeholder in message and help', () => {
    const at = { pointer: '/name', start: { line: 2, column: 3 } };
    expect(diagnose(table, 'area/too-long', at, { field: 'name', count: 300, limit: 200 })).toEqual({
      code: 'area/too-long',
      severity: 'error',
      message: 'name has 300 characters; name may have 200.',
      help: 'Shorten name.',
      location: at,
    });
  });

  it('keeps a placeholder without a value, so that the gap is visible', () => {
    expect(diagnose(table, 'area/hint', { pointer: '' }).message).toBe('Just {missing}.');
  });

  it('inserts a value literally, even one that looks like a placeholder or a replacement pattern', () => {
    const made = diagnose(table, 'area/too-long', { pointer: '' }, { field: '$& {limit}', count: 1, limit: 2 });
    expect(made.message).toBe('$& {limit} has 1 characters; $& {limit} may have 2.');
  });

  it('does not use inherited members as parameters', () => {
    const odd: DiagnosticTable<'area/odd'> = {
      'area/odd': { severity: 'info', message: '{toString}', why: '', help: '' },
    };
    expect(diagnose(odd, 'area/odd', { pointer: '' }).message).toBe('{toString}');
  });
});

describe('hasErrors', () => {
  const finding = (severity: Diagnostic['severity']): Diagnostic => ({
    code: 'area/hint',
    severity,
    message: '',
    help: '',
    location: { pointer: '' },
  });

  it('is true only for errors', () => {
    expect(hasErrors([finding('warning'), finding('info')])).toBe(false);
    expect(hasErrors([finding('warning'), finding('error')])).toBe(true);
    expect(hasErrors([])).toBe(false);
  });
});
