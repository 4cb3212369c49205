/** The parts of the fault suite, by name. */
import { cutStatements } from './cut-statements.js';
import type { FaultPart } from './fault-part.js';
import { fillDisk } from './fill-disk.js';
import { killOnPostgres, killOnSqlite } from './kill-servers.js';
import { lyingServices } from './lying-services.js';
import { moveClock } from './move-clock.js';
import { restartPostgres } from './restart-postgres.js';
import { threeNodes } from './three-nodes.js';

/** All parts, in the order of the page. */
export const parts: Readonly<Record<string, FaultPart>> = {
  'kill-sqlite': killOnSqlite,
  'kill-postgres': killOnPostgres,
  'restart-postgres': restartPostgres,
  'three-nodes': threeNodes,
  'cut-statements': cutStatements,
  'full-disk': fillDisk,
  'clock-jumps': moveClock,
  'lying-services': lyingServices,
};
