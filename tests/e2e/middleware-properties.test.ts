/** Properties on real sockets of every framework that has one, with the suites that all of them share. */
import { describeAdapter } from '../../packages/middleware/src/properties/adapters.contract.js';
import { expressVersions, mountExpress, mountFastify, mountNode } from './middleware-apps.support.js';

describeAdapter('node:http', mountNode);
for (const [title, create] of Object.entries(expressVersions)) describeAdapter(title, mountExpress(create));
describeAdapter('Fastify', mountFastify);
