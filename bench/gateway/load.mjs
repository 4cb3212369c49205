/**
 * The load generator used if wrk is not installed: each connection sends the next call after the last response.
 * `node load.mjs '{"url","headers","body","method","freshHeader","connections","seconds"}'` prints one JSON object with the metrics of wrk.
 */
import { randomUUID } from 'node:crypto';
import { Pool } from 'undici';

const { url, headers, body, method = 'POST', freshHeader, connections, seconds } = JSON.parse(process.argv[2]);
const { origin, pathname, search } = new URL(url);
const path = `${pathname}${search}`;
const pool = new Pool(origin, { connections, pipelining: 1 });
const times = [];
let failed = 0;
const end = performance.now() + seconds * 1000;

async function send() {
  while (performance.now() < end) {
    const start = performance.now();
    const fresh = freshHeader === undefined ? headers : { ...headers, [freshHeader]: randomUUID() };
    const answer = await pool.request({ path, method, headers: fresh, ...(body === '' ? {} : { body }) });
    await answer.body.dump();
    times.push(performance.now() - start);
    if (answer.statusCode !== 200) failed += 1;
  }
}

await Promise.all(Array.from({ length: connections }, send));
times.sort((a, b) => a - b);
const at = (share) => times[Math.min(times.length - 1, Math.floor(times.length * share))];
console.log(JSON.stringify({ perSecond: times.length / seconds, p50: at(0.5), p95: at(0.95), p99: at(0.99), failed }));
await pool.close();
