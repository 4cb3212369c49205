/** A service of the fairness bench: `node service.mjs '{"port","responds","priority"}'`; responds at once, or never. */
import { createServer } from 'node:http';
import { setPriority } from 'node:os';

const { port, responds, priority } = JSON.parse(process.argv[2]);
setPriority(priority);
const server = createServer((incoming, outgoing) => {
  incoming.resume();
  if (responds) outgoing.setHeader('Content-Type', 'application/json').end('{"high_water":"12:40"}');
});
server.listen(port, '127.0.0.1', () => console.log('listens'));
