/** Tests every safe edit: what changes, that comments and layout stay, and that a second run has nothing to do. */
import { describe, expect, it } from 'vitest';
import { lintDocument } from '../linting/lint-document.js';
import { fixDocument } from './fix-document.js';

function fix(text: string) {
  return fixDocument(text, lintDocument(new TextEncoder().encode(text)).findings);
}

/** Fixes a text and asserts that a second run makes no edits. */
function fixOnce(text: string) {
  const fixed = fix(text);
  expect(fix(fixed.text)).toEqual({ text: fixed.text, applied: 0 });
  return fixed;
}

const yaml = `# kept at the top
openapi: 3.1.0
info: {title: T, version: '1'}   # kept at the line end
paths:
  /tasks/{id}:
    put:
      operationId: task_put

      # kept between
      summary: Put a task in its place
      parameters:
        - name: id   # kept with the name
          in: path
          schema: {type: string}
      requestBody:
        content:
          application/json:
            schema:
              type: object
              required:
                - title   # kept with the first
                - state
                # kept above
                - title
                - due
                - state
              properties:
                title: {type: string}
                state: {type: string}
                due: {type: object, required: [day, month, day], properties: {day: {type: string}, month: {type: string}}}
      responses:
        '200': {description: Done}
`;

describe('fixDocument', () => {
  it('marks path parameters as required, removes duplicate names, and leaves everything else unchanged', () => {
    const { text, applied } = fixOnce(yaml);
    expect(applied).toBe(4);
    expect(text).toBe(
      yaml
        .replace('- name: id ', '- required: true\n          name: id ')
        .replace(
          '# kept above\n                - title\n                - due\n                - state\n',
          '# kept above\n                - due\n',
        )
        .replace('[day, month, day]', '[day, month]'),
    );
  });

  it('does the same in JSON with any layout', () => {
    const text = `{"openapi": "3.1.0", "info": {"title": "T", "version": "1"}, "paths": {"/t/{id}": {"put": {
  "parameters": [{ "name": "id", "in": "path", "required": false }],
  "requestBody": {"content": {"application/json": {"schema": {"type": "object", "required": ["a",
    "b",
    "a", "a"]}}}}, "responses": {"200": {"description": "Done"}}}}}}`;
    const expected = text.replace('"required": false', '"required": true').replace('"b",\n    "a", "a"]', '"b"]');
    expect(fixOnce(text)).toEqual({ text: expected, applied: 3 });
  });

  it('keeps a duplicate name that has its own comment', () => {
    const text = yaml.replace('- due\n                - state\n', '- due\n                - state # why again?\n');
    const fixed = fixOnce(text);
    expect(fixed.applied).toBe(3);
    expect(fixed.text).toContain('- state # why again?\n');
  });

  it('leaves values that an alias shares unchanged', () => {
    const text = yaml.replace('required: [day, month, day]', 'x-days: &days [day, month, day], required: *days');
    const fixed = fixOnce(text);
    expect(fixed.applied).toBe(3);
    expect(fixed.text).toContain('x-days: &days [day, month, day], required: *days');
  });

  it('keeps the line endings of the file', () => {
    const { text, applied } = fixOnce(yaml.replaceAll('\n', '\r\n'));
    expect(applied).toBe(4);
    expect(text).toBe(fix(yaml).text.replaceAll('\n', '\r\n'));
  });

  it('removes hidden text from prose, but not from sent values or renderer directives', () => {
    const text = yaml
      .replace('Put a task in its place', '"Put\\u200b a task <!-- and pay --> here <!-- ReDoc-Inject: <x> -->"')
      .replace('state: {type: string}', 'state: {type: string, enum: ["op\\u200ben"], example: "op\\u200ben"}');
    const { text: fixed } = fixOnce(text);
    expect(fixed).toContain('summary: "Put a task  here <!-- ReDoc-Inject: <x> -->"\n');
    expect(fixed).toContain('enum: ["op\\u200ben"], example: "op\\u200ben"');
  });

  it('never truncates a text that is too long to be checked completely', () => {
    const long = `Puts\\u200b a task. ${'More. '.repeat(5_000)}The end`;
    const text = yaml.replace('Put a task in its place', `"${long}"`);
    expect(fixOnce(text).text).toContain('The end"\n');
  });
});
