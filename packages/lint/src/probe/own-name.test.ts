/** Tests which names of operations only repeat their method and path. */
import { describe, expect, it } from 'vitest';
import { ownName } from './own-name.js';

const named = (id: string | undefined, path: string) => ownName({ id, method: 'get', path });

describe('ownName', () => {
  it('gives nothing for a name made of method and path', () => {
    expect(named('getKeysRotation', '/keys/rotation')).toBeUndefined();
    expect(named('keys_rotation_get', '/keys/rotation')).toBeUndefined();
    expect(named('get-users-by-id', '/users/{id}')).toBeUndefined();
    expect(named('rotationUsingGET', '/rotation')).toBeUndefined();
    expect(named(undefined, '/rotation')).toBeUndefined();
  });

  it('gives the function name before a path', () => {
    expect(named('rotate_keys_keys_rotation_get', '/keys/rotation')).toBe('rotate_key');
  });

  it('keeps names that an author chose', () => {
    for (const name of ['readRotation', 'rotation', 'getRotationState', 'keys.rotation']) {
      expect(named(name, '/keys/rotation')).toBe(name);
    }
  });
});
