/** Stable identifiers. */
import { describe, expect, it } from 'vitest';
import { nameService, nameUuid } from './name-uuid.js';

describe('nameUuid', () => {
  it('returns the same version 8 UUID exactly for the same parts', () => {
    expect(nameUuid('a', 'b')).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    expect(nameUuid('a', 'b')).toBe(nameUuid('a', 'b'));
    expect(nameUuid('a', 'b')).not.toBe(nameUuid('ab', ''));
  });
});

describe('nameService', () => {
  it('joins a readable label of at most 40 characters with eight digits of the identity', () => {
    expect(nameService('Stripe API', 'openapi', 'https://api.stripe.example')).toMatch(/^stripe-api-[0-9a-f]{8}$/);
    expect(nameService('Stripe API', 'a')).not.toBe(nameService('Stripe API', 'b'));
    expect(nameService(`${'x'.repeat(39)} y`, 'a')).toMatch(/^x{39}-[0-9a-f]{8}$/);
  });

  it('uses host and path of a URL, and no credential in it', () => {
    expect(nameService('https://ann:pw@mcp.example:8443/weather/mcp?key=s3cret#x', 'a')).toMatch(
      /^mcp-example-8443-weather-mcp-[0-9a-f]{8}$/,
    );
    expect(nameService('agtp://vet.riverside.example', 'a')).toMatch(/^vet-riverside-example-[0-9a-f]{8}$/);
  });

  it('is a UUID when nothing of the label can be read as a slug', () => {
    expect(nameService('气象', 'a')).toBe(nameUuid('a'));
  });
});
