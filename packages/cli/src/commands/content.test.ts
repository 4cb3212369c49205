import { expect, it } from 'vitest';
import { call } from '../cli.support.js';

/** The first bytes of each format. */
const png = 'iVBORw0KGgo=';
const pdf = 'JVBERi0xLjQ=';
const contents = [
  { uri: 'note://a', mimeType: 'text/plain', text: 'Two ferries.\n  - one\u001b[2J\n\n' },
  { uri: 'note://b', mimeType: 'image/png', blob: png },
];
const messages = [{ role: 'user', content: { type: 'text', text: 'Describe pier N.\nBriefly.' } }];

it('prints the text of a resource, and only the size of bytes', async () => {
  const fetch = async () => Response.json({ contents });
  const { stdout, stderr, code } = await call(['resource', 'notes', 'note://a'], { fetch });
  expect([code, stdout]).toEqual([0, 'Two ferries.\n  - one\n\n']);
  expect(stderr).toContain('received note://b (image/png, 8 bytes); save it with --save FILE');
  expect(JSON.parse((await call(['resource', 'notes', 'note://a', '--json'], { fetch })).stdout)).toEqual({ contents });
});

it('writes the bytes of a resource to a file, or its text', async () => {
  const files: Record<string, unknown> = {};
  const fetch = async () => Response.json({ contents });
  const both = await call(['resource', 'notes', 'note://a', '--save', 'b.png'], { fetch, files });
  expect([both.code, both.stdout]).toEqual([0, 'Two ferries.\n  - one\n\n']);
  expect(Buffer.from(files['b.png'] as Uint8Array)).toEqual(Buffer.from(png, 'base64'));
  const text = await call(['resource', 'notes', 'note://a', '--save', 'a.txt'], {
    fetch: async () => Response.json({ contents: contents.slice(0, 1) }),
    files,
  });
  expect([text.stdout, files['a.txt']]).toEqual(['', contents[0]?.text]);
});

it('describes images, files and links in the messages of a prompt', async () => {
  const image = { type: 'image', data: png, mimeType: 'image/png' };
  const file = { type: 'resource', resource: { uri: 'note://b', mimeType: 'application/pdf', blob: pdf } };
  const note = { type: 'resource', resource: { uri: 'note://a', text: 'Two ferries.' } };
  const link = { type: 'resource_link', uri: 'note://c', name: 'c' };
  const all = [image, file, note, link].map((content) => ({ role: 'user', content }));
  const fetch = async () => Response.json({ messages: all });
  const { stdout } = await call(['prompt', 'notes', 'look'], { fetch });
  expect(stdout.split('\n').filter((text) => text !== 'user:')).toEqual([
    '(image/png, 8 bytes)',
    '(note://b (application/pdf, 8 bytes))',
    'Two ferries.',
    '(link to note://c)',
    '',
  ]);
  expect(stdout).not.toContain(png);
});

it('prints the messages of a prompt for its arguments', async () => {
  const sent: unknown[] = [];
  const fetch = async (_: unknown, init?: RequestInit) => {
    sent.push(JSON.parse(String(init?.body)));
    return Response.json({ messages });
  };
  const { stdout } = await call(['prompt', 'notes', 'briefing', 'pier=N=1'], { fetch });
  expect(stdout).toBe('user:\nDescribe pier N.\nBriefly.\n');
  expect(sent).toEqual([{ name: 'briefing', arguments: { pier: 'N=1' } }]);
});

it('refuses an argument without a name', async () => {
  expect((await call(['prompt', 'notes', 'briefing', '=N'], {})).code).toBe(2);
});
