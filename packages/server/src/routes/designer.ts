/** Creates the routes for designers: choosing tools, toolsets, their updates, versions and exports, and the toolset roots. */

import type { CompareTools, ProcedureChecking } from '@dragoman/core/engine';
import { createToolsetRoot } from '@dragoman/core/engine';
import type { NactPorts, ToolCache } from '@dragoman/core/faces';
import { createToolRoutes } from '@dragoman/core/faces';
import type { Route } from '@dragoman/core/http';
import { describeDesigns } from './designs/design-description.js';
import type { DesignFace } from './designs/design-face.js';
import { createDesignRoutes } from './designs/design-routes.js';
import { createDesignVersionRoutes } from './designs/design-versions.js';
import { procedureFace } from './designs/procedure-face.js';
import { createProcedureRoutes } from './designs/procedure-routes.js';
import { teamFace } from './designs/team-face.js';
import { createTeamRoutes } from './designs/team-routes.js';
import type { InboxPorts } from './inbox/inbox.js';
import { createInboxRoute } from './inbox/inbox.js';
import { createChoicesRoute } from './tool-choices.js';
import { createExportRoute } from './toolset-export.js';
import type { ToolsetRoutePorts } from './toolset-ports.js';
import { createUpdateRoutes } from './toolset-updates.js';
import { createToolsetVersionRoutes } from './toolset-versions.js';
import { createToolsetRoutes } from './toolsets.js';

/** Dependencies of the designer's routes. */
export interface DesignerRoutePorts extends Omit<ToolsetRoutePorts, 'designer'> {
  nact: NactPorts;
  toolCache: ToolCache;
  procedures: ProcedureChecking;
  compareTools: CompareTools;
  /** The MCP servers that run next to this server. */
  servers: InboxPorts['servers'];
}

/** Creates the designer's routes. */
export function createDesignerRoutes(given: DesignerRoutePorts): Route[] {
  const { nact, toolCache, procedures, compareTools, servers, ...rest } = given;
  const designer = { store: nact.store, index: nact.index, rank: nact.rank, toolCache, procedures, compareTools };
  const ports: ToolsetRoutePorts = { ...rest, designer };
  return [
    createInboxRoute({ designer, servers, clock: rest.clock, cursorKey: rest.cursorKey }),
    createChoicesRoute(ports),
    ...createToolsetRoutes(ports),
    ...createUpdateRoutes(ports),
    ...createToolsetVersionRoutes(ports),
    createExportRoute(ports),
    ...createToolRoutes(createToolsetRoot(designer), nact),
    ...createKindRoutes(procedureFace, ports),
    ...createProcedureRoutes(ports),
    ...createKindRoutes(teamFace, ports),
    ...createTeamRoutes(ports),
  ];
}

/** Creates the routes that every kind of design has. */
function createKindRoutes(face: DesignFace, ports: ToolsetRoutePorts): Route[] {
  const described = describeDesigns(face);
  return [...createDesignRoutes(face, ports, described), ...createDesignVersionRoutes(face, ports, described)];
}
