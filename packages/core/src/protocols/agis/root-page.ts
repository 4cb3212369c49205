/** The page that browsers get at the root of a registry, with links. It contains no third-party text. */

/** The page; it has no scripts and no external resources. */
export const rootPage = `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>Dragoman</title>
<style>:root{color-scheme:light dark}body{max-width:40rem;margin:3rem auto;padding:0 1rem;font:1rem/1.5 system-ui,sans-serif}</style></head>
<body><h1>Dragoman</h1><p>A registry of agents and services, and a gateway to them. Its interfaces are made for programs:</p>
<ul><li><a href="/llms.txt">overview of the API as text</a></li><li><a href="/openapi.json">the API as OpenAPI</a></li>
<li><a href="/agents">the agents that you may see</a></li><li><a href="/.well-known/agis.json">the AGIS summary</a></li>
<li><a href="/readyz">readiness</a></li></ul>
<p>In a terminal, <code>dragoman help</code> lists the commands.</p></body></html>
`;

/** Headers of the page. */
export const rootPageHeaders = Object.freeze({
  'Content-Type': 'text/html; charset=utf-8',
  'Content-Security-Policy': "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
  'X-Content-Type-Options': 'nosniff',
  Vary: 'Accept, Authorization',
});
