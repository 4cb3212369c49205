/** Links are followed inside a folder and never out of it. */
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openBelow } from './open-below.js';
import { collect } from './read-bytes.js';

let place: string;
beforeEach(async () => {
  place = await mkdtemp(join(tmpdir(), 'dragoman-open-'));
  await mkdir(join(place, 'api', 'parts'), { recursive: true });
  await mkdir(join(place, 'api-private'));
  await writeFile(join(place, 'secret'), 'secret');
  await writeFile(join(place, 'api-private', 'secret'), 'secret');
  await writeFile(join(place, 'api', 'parts', 'pet.json'), '{}');
  await symlink(join(place, 'secret'), join(place, 'api', 'out.json'));
  await symlink(place, join(place, 'api', 'up'));
  await symlink(join(place, 'api-private'), join(place, 'api', 'beside'));
  await symlink(join(place, 'api', 'parts'), join(place, 'api', 'in'));
  await symlink(join(place, 'api'), join(place, 'linked'));
});
afterEach(() => rm(place, { recursive: true }));

const read = async (file: string, folder = 'api') =>
  Buffer.from(await collect(openBelow(join(place, folder, file), join(place, folder)))).toString();

describe('openBelow', () => {
  it.each(['out.json', 'up/secret', 'beside/secret'])('rejects %s, which is outside the folder', async (file) => {
    await expect(read(file)).rejects.toThrow('outside the folder of the document');
  });

  it('reads files inside the folder, also through links', async () => {
    expect(await read('parts/pet.json')).toBe('{}');
    expect(await read('in/pet.json')).toBe('{}');
    expect(await read('parts/pet.json', 'linked')).toBe('{}');
  });

  it('reports a missing file', async () => {
    await expect(read('nowhere.json')).rejects.toThrow('file not found');
  });
});
