import { expect, it } from 'vitest';
import { startMessage } from './start-message.js';

const server = { store: 'SQLite', open: false, workers: 1, hasConsole: true, command: 'dragoman' };

it('names the address on which the server listens, and the public URL if it is another one', () => {
  const behindProxy = startMessage({ ...server, url: 'https://tools.example', address: '127.0.0.1:4781' });
  expect(behindProxy).toMatch(/^Dragoman listens on 127\.0\.0\.1:4781\n {2}public {2}https:\/\/tools\.example\n/);
  expect(behindProxy).toContain('export DRAGOMAN_SERVER=https://tools.example');
  expect(startMessage({ ...server, url: 'http://127.0.0.1:4780' })).toMatch(
    /^Dragoman listens on http:\/\/127\.0\.0\.1:4780\n {2}store/,
  );
});
