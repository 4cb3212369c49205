/** Runs the shared property suites on real sockets of every framework. */
import { describeAdapter } from '../../packages/middleware/src/properties/adapters.contract.js';
import { describeAnswers } from '../../packages/middleware/src/properties/answers.contract.js';
import { describeProperties } from '../../packages/middleware/src/properties/properties.contract.js';
import { expressVersions, mountExpress, mountFastify, mountNode } from './middleware-apps.support.js';

const mounts = {
  'node:http': mountNode,
  ...Object.fromEntries(Object.entries(expressVersions).map(([title, create]) => [title, mountExpress(create)])),
  Fastify: mountFastify,
};

for (const [title, mount] of Object.entries(mounts)) {
  describeAdapter(title, mount);
  describeProperties(title, mount);
  describeAnswers(title, mount);
}
