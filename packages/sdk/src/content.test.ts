import { expect, it } from 'vitest';
import { createClient } from './index.js';

const answering = (body: unknown) => {
  const sent: { url: string; body: unknown }[] = [];
  const fetch = async (url: string | URL | Request, init?: RequestInit) => {
    sent.push({ url: String(url), body: JSON.parse(String(init?.body)) });
    return Response.json(body);
  };
  return { client: createClient({ baseUrl: 'http://127.0.0.1:1', allowInsecure: true, fetch }), sent };
};

it('reads a resource by its URI', async () => {
  const contents = [{ uri: 'note://a', text: 'x' }];
  const { client, sent } = answering({ contents });
  expect(await client.agents.readResource('notes', 'note://a')).toEqual(contents);
  expect(sent).toEqual([{ url: 'http://127.0.0.1:1/agents/notes/resources/read', body: { uri: 'note://a' } }]);
});

it('gets a prompt with its arguments', async () => {
  const messages = [{ role: 'user', content: { type: 'text', text: 'x' } }];
  const { client, sent } = answering({ messages });
  expect(await client.agents.getPrompt('notes', 'brief', { pier: 'N' })).toEqual({ messages });
  expect(sent[0]?.body).toEqual({ name: 'brief', arguments: { pier: 'N' } });
});

it('refuses a response of another form', async () => {
  const { client } = answering({ contents: 'x' });
  await expect(client.agents.readResource('notes', 'note://a')).rejects.toMatchObject({ code: 'INVALID_RESPONSE' });
});
