import { describe, expect, it } from 'vitest';
import { emptyForm, readForm, toForm, toServerCommand } from './server-form.js';

const definition = {
  name: 'files',
  origin: 'added' as const,
  command: 'npx',
  args: ['-y', 'server files', "it's", '$(id)'],
  cwd: '/srv',
  env: ['TOKEN', 'LEVEL'],
};

describe('the form of an MCP server', () => {
  it('returns the stored command word by word, and keeps values that are not written', () => {
    const form = toForm(definition);
    expect(readForm({ ...form, env: `${form.env}\nNEW= a=b ` }, definition.env)).toEqual({
      request: {
        name: 'files',
        command: 'npx',
        args: definition.args,
        cwd: '/srv',
        env: { TOKEN: null, LEVEL: null, NEW: ' a=b ' },
      },
    });
  });

  it('says what is wrong in each field', () => {
    const form = { ...emptyForm, name: 'A b', command: "npx 'open", env: 'TOKEN' };
    expect(readForm(form, [])).toEqual({
      problems: {
        name: expect.stringContaining('lower-case'),
        command: 'A quote is not closed.',
        env: expect.stringContaining('TOKEN'),
      },
    });
    expect(readForm(emptyForm, [])).toMatchObject({ problems: { command: expect.stringContaining('program') } });
  });

  it('becomes a command without the values of its variables', () => {
    const request = { name: 'files', command: 'npx', args: ['a b'], env: { TOKEN: 'secret', KEPT: null } };
    expect(toServerCommand('http://127.0.0.1:4780', request, true)).toBe(
      "dragoman servers add files --env TOKEN -- npx 'a b'",
    );
  });
});
