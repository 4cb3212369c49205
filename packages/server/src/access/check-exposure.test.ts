import { describe, expect, it } from 'vitest';
import { loadConfig } from '../config/load-config.js';
import { checkExposure, isLoopbackOnly } from './check-exposure.js';

const issuer = { issuer: 'https://id.example', audience: 'dragoman', jwksUri: 'https://id.example/keys' };
const tls = { 'server.tls.certFile': 'cert.pem', 'server.tls.keyFile': 'key.pem' };

function config(flags: Record<string, unknown>) {
  return loadConfig({ cwd: '/nowhere', environment: {}, flags });
}

describe('exposure to the network', () => {
  it.each(['127.0.0.1', 'localhost', '::1'])('allows %s without any configuration', (host) => {
    expect(isLoopbackOnly(config({ host }))).toBe(true);
    expect(() => checkExposure(config({ host }), 0)).not.toThrow();
  });

  it.each(['0.0.0.0', '::', '192.0.2.1', 'registry.example'])('rejects %s without authentication', (host) => {
    expect(() => checkExposure(config({ host, ...tls }), 0)).toThrow(/without authentication/);
    expect(() => checkExposure(config({ host, ...tls, 'auth.mode': 'required' }), 0)).toThrow(/without authentication/);
    expect(() => checkExposure(config({ host, ...tls, 'auth.mode': 'open' }), 1)).toThrow(/auth\.mode "open"/);
  });

  it('suggests a fix', () => {
    expect(() => checkExposure(config({ host: '0.0.0.0' }), 0)).toThrow(
      expect.objectContaining({ help: expect.stringContaining('dragoman keys create') }),
    );
  });

  it('rejects a public URL for a loopback server without authentication', () => {
    expect(() => checkExposure(config({ 'public-url': 'https://registry.example' }), 0)).toThrow(
      /without authentication/,
    );
    expect(() => checkExposure(config({ 'public-url': 'https://registry.example' }), 1)).not.toThrow();
  });

  it('rejects a public URL without TLS', () => {
    expect(() => checkExposure(config({ 'public-url': 'http://registry.example' }), 1)).toThrow(/without TLS/);
    expect(() => checkExposure(config({ 'public-url': 'http://localhost:8080' }), 0)).not.toThrow();
  });

  it('rejects a network address without TLS', () => {
    const host = '0.0.0.0';
    expect(() => checkExposure(config({ host }), 1)).toThrow(/without TLS/);
    expect(() => checkExposure(config({ host, 'auth.jwt.issuers': [issuer] }), 0)).toThrow(/without TLS/);
    expect(() => checkExposure(config({ host, ...tls }), 1)).not.toThrow();
    expect(() => checkExposure(config({ host, 'server.tlsTerminated': true }), 1)).not.toThrow();
  });
});
