/** A span for each document that is fetched, with the host it comes from and never its path. */
import { randomBytes } from 'node:crypto';
import type { SpanAttributes, Spans } from '@dragoman/core/engine';
import { inSpan } from '@dragoman/core/engine';
import type { DocumentHost } from '@dragoman/core/http';

/** The host with spans; it costs nothing while no spans are exported. */
export function createTracedHost(host: DocumentHost, spans: Spans): DocumentHost {
  return {
    fetch(uri, request = {}) {
      const { traceId, traceparent = traceId === undefined ? undefined : positionIn(traceId) } = request;
      if (traceparent === undefined || !spans.isOn()) return host.fetch(uri, request);
      const span = spans.open(traceparent, { name: 'fetch document', kind: 'client', attributes: originOf(uri) });
      return inSpan(span, async () => {
        const fetched = await host.fetch(uri, { ...request, traceparent: span.traceparent });
        if (fetched.outcome === 'fetched') span.set({ 'http.response.body.size': fetched.bytes.byteLength });
        return fetched;
      });
    },
  };
}

/** A fetch that no request caused, such as that of a scheduled source, begins its trace. */
function positionIn(traceId: string): string {
  return `00-${traceId}-${randomBytes(8).toString('hex')}-01`;
}

function originOf(uri: string): SpanAttributes {
  if (!URL.canParse(uri)) return {};
  const { protocol, hostname, port } = new URL(uri);
  if (hostname === '') return {};
  return { 'server.address': hostname, 'server.port': Number(port) || (protocol === 'https:' ? 443 : 80) };
}
