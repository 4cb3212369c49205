import { expect, it } from 'vitest';
import { call } from '../cli.support.js';

const contents = [
  { uri: 'note://a', mimeType: 'text/plain', text: 'Two ferries.\n  - one\u001b[2J\n\n' },
  { uri: 'note://b', mimeType: 'image/png', blob: 'AAAA' },
];
const messages = [{ role: 'user', content: { type: 'text', text: 'Describe pier N.\nBriefly.' } }];

it('prints the text of a resource, and only the size of bytes', async () => {
  const fetch = async () => Response.json({ contents });
  const { stdout, stderr, code } = await call(['resource', 'notes', 'note://a'], { fetch });
  expect([code, stdout]).toEqual([0, 'Two ferries.\n  - one\n\n']);
  expect(stderr).toContain('note://b: 3 bytes of image/png');
  expect(JSON.parse((await call(['resource', 'notes', 'note://a', '--json'], { fetch })).stdout)).toEqual({ contents });
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
