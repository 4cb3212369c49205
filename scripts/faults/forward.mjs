/** Passes connections to an address on to loopback, at the same port: `node forward.mjs <address> <port>`. */
import { connect, createServer } from 'node:net';

const [host, port] = [process.argv[2], Number(process.argv[3])];
const server = createServer((client) => {
  const upstream = connect(port, '127.0.0.1');
  for (const [one, other] of [
    [client, upstream],
    [upstream, client],
  ]) {
    one.on('error', () => undefined);
    one.on('close', () => other.destroy());
    one.pipe(other);
  }
});
server.listen(port, host, () => process.stdout.write('listening\n'));
