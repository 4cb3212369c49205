/** What a person sees who opens the address of a registry in a browser: where to go on. Nothing of it is anybody else's text. */

/** The page; it loads nothing and runs nothing. */
export const rootPage = `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>Dragoman</title>
<style>:root{color-scheme:light dark}body{max-width:40rem;margin:3rem auto;padding:0 1rem;font:1rem/1.5 system-ui,sans-serif}</style></head>
<body><h1>Dragoman</h1><p>A registry of agents and services, and the gateway to them. It speaks to programs:</p>
<ul><li><a href="/llms.txt">what can be done here, in words</a></li><li><a href="/openapi.json">the same as OpenAPI</a></li>
<li><a href="/agents">the agents that you may see</a></li><li><a href="/.well-known/agis.json">the same as AGIS, in short</a></li>
<li><a href="/readyz">whether it is ready</a></li></ul>
<p>At a terminal, <code>dragoman help</code> lists the commands.</p></body></html>
`;

/** Headers of the page. */
export const rootPageHeaders = Object.freeze({
  'Content-Type': 'text/html; charset=utf-8',
  'Content-Security-Policy': "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
  'X-Content-Type-Options': 'nosniff',
  Vary: 'Accept, Authorization',
});
