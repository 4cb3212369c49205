/** Binary inputs: by URL, as Base64 text in the JSON, and as a form. */
import { describe, expect, it } from 'vitest';
import { createCallFace, desk, oneOperation, texts } from './call-face.support.js';

const scan = {
  type: 'object',
  properties: {
    title: { type: 'string' },
    pages: { type: 'integer' },
    draft: { type: 'boolean' },
    tags: { type: 'array', items: { type: 'string' } },
    options: { type: 'object', properties: { dpi: { type: 'number' } } },
    image: { type: 'string', contentEncoding: 'base64', contentMediaType: 'image/png' },
    image_url: { type: 'string', format: 'uri' },
    attachments: { type: 'array', items: { type: 'string', contentEncoding: 'base64' } },
  },
  additionalProperties: false,
};
const bytes = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 255, 13, 10]);

interface Part {
  name: string;
  value: string | Buffer;
  file?: string;
}

/** A form as bytes, so that the platform's own writer is not tested with its own reader. */
function formOf(parts: readonly Part[], boundary = 'b0undary'): { body: Blob; headers: Record<string, string> } {
  const chunks = parts.flatMap(({ name, value, file }) => [
    Buffer.from(
      `--${boundary}\r\nContent-Disposition: form-data; name="${name}"${file === undefined ? '' : `; filename="${file}"`}\r\n` +
        `${file === undefined ? '' : 'Content-Type: image/png\r\n'}\r\n`,
    ),
    Buffer.from(value as string),
    Buffer.from('\r\n'),
  ]);
  const body = new Blob([...chunks, Buffer.from(`--${boundary}--\r\n`)] as never);
  return { body, headers: { 'Content-Type': `multipart/form-data; boundary=${boundary}` } };
}

async function open() {
  const face = await createCallFace();
  await face.register(oneOperation('scanner', scan));
  const post = async (parts: readonly Part[], path = 'scanner/invoke') => {
    const { body, headers } = formOf(parts);
    return face.invoke(path, Buffer.from(await body.arrayBuffer()), { headers });
  };
  return { face, post };
}

describe('binary inputs', () => {
  it('[AIDIP-INV-10] are accepted in three ways if the schema declares them: a URL, Base64 text, a form', async () => {
    const { face, post } = await open();
    const base64 = bytes.toString('base64');
    expect((await face.invoke('scanner/invoke', { image_url: 'https://files.example/1.png' })).status).toBe(200);
    expect((await face.invoke('scanner/invoke', { image: base64 })).status).toBe(200);
    expect((await post([{ name: 'image', value: bytes, file: 'a.png' }])).status).toBe(200);
    expect(face.sent.map(({ body }) => body)).toEqual([
      { image_url: 'https://files.example/1.png' },
      { image: base64 },
      { image: base64 },
    ]);
  });

  it('[AIDIP-INV-10] converts the text parts of a form to the types in the schema', async () => {
    const { face, post } = await open();
    const answer = await post([
      { name: 'title', value: '12' },
      { name: 'pages', value: '12' },
      { name: 'draft', value: 'true' },
      { name: 'tags', value: 'a' },
      { name: 'tags', value: 'b' },
      { name: 'options', value: '{"dpi":300}' },
      { name: 'attachments', value: bytes, file: 'a.bin' },
    ]);
    expect(answer.status).toBe(200);
    expect(face.sent[0]?.body).toEqual({
      title: '12',
      pages: 12,
      draft: true,
      tags: ['a', 'b'],
      options: { dpi: 300 },
      attachments: [bytes.toString('base64')],
    });
  });

  it('[AIDIP-INV-10] reports all problems of a form’s inputs at once, as for any other input', async () => {
    const { face, post } = await open();
    const refused = await post([
      { name: 'pages', value: 'many' },
      { name: 'colour', value: 'red' },
    ]);
    expect(refused.status).toBe(400);
    expect(refused.object.field_errors).toMatchObject([{ pointer: '/colour' }, { pointer: '/pages' }]);
    expect(face.sent).toEqual([]);
  });

  it('selects the operation by a part, or by the path', async () => {
    const { face, post } = await open();
    await face.register(desk);
    const parts = [{ name: 'port', value: 'Porto' }];
    expect((await post([{ name: 'operation', value: 'quoteRate' }, ...parts], 'desk/invoke')).status).toBe(200);
    expect((await post(parts, 'desk/invoke/quoteRate')).status).toBe(200);
    const unnamed = await post(parts, 'desk/invoke');
    expect([unnamed.status, unnamed.text]).toEqual([400, expect.stringContaining('quoteRate, trackContainer')]);
    expect(face.sent.map(({ body }) => body)).toEqual([
      { operation: 'quoteRate', port: 'Porto' },
      { operation: 'quoteRate', port: 'Porto' },
    ]);
  });

  it('[AIDIP-INV-10] rejects too large inputs with 413, in each of the ways', async () => {
    const { face, post } = await open();
    const large = Buffer.alloc(200_000, 7);
    expect((await post([{ name: 'image', value: large, file: 'a.png' }])).status).toBe(413);
    expect((await face.invoke('scanner/invoke', { image: large.toString('base64') })).status).toBe(413);
    expect(face.sent).toEqual([]);
  });

  it.each([
    ['no boundary', 'multipart/form-data', '--x\r\n'],
    ['another boundary', 'multipart/form-data; boundary=y', '--x\r\n\r\n--x--'],
    [
      'a body that breaks off',
      'multipart/form-data; boundary=x',
      '--x\r\nContent-Disposition: form-data; name="a"\r\n\r\n1',
    ],
    ['a part without a name', 'multipart/form-data; boundary=x', '--x\r\n\r\n1\r\n--x--\r\n'],
    ['an empty body', 'multipart/form-data; boundary=x', ''],
  ])('answers a form with %s with a clear error', async (_, type, body) => {
    const face = await createCallFace();
    await face.register(oneOperation('a', texts('text')));
    const refused = await face.invoke('a/invoke', body, { headers: { 'Content-Type': type } });
    expect([refused.status, refused.object.code]).toEqual([400, 'INVALID_INPUT']);
  });

  it('limits the number of parts, and treats any part name as a plain name', async () => {
    const { face, post } = await open();
    const many = Array.from({ length: 1_001 }, () => ({ name: 'tags', value: 'a' }));
    expect((await post(many)).status).toBe(400);
    const odd = await post([{ name: '__proto__', value: '{"polluted":true}' }]);
    expect(odd.object.field_errors).toMatchObject([{ pointer: '/__proto__' }]);
    expect(({} as Record<string, unknown>).polluted).toBeUndefined();
    expect(face.sent).toEqual([]);
  });
});
