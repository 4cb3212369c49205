/** Every architecture check, in the order of their report. */
import type { Check } from '../check.js';
import { dependencies } from './dependencies.js';
import { docsComplete } from './docs-complete.js';
import { environment } from './environment.js';
import { folderOrder } from './folder-order.js';
import { headers } from './headers.js';
import { importCycles } from './import-cycles.js';
import { links } from './links.js';
import { lockFileCheck } from './lock-file.js';
import { looseEnds } from './loose-ends.js';
import { manifests } from './manifests.js';
import { names } from './names.js';
import { packageImports } from './package-imports.js';
import { places } from './places.js';
import { plainEnglish } from './plain-english.js';
import { publicApi } from './public-api.js';
import { sizes } from './sizes.js';
import { unitLists } from './unit-lists.js';
import { unusedExports } from './unused-exports.js';

/** Every architecture check. */
export const checks: readonly Check[] = [
  packageImports,
  folderOrder,
  importCycles,
  dependencies,
  lockFileCheck,
  manifests,
  unitLists,
  publicApi,
  unusedExports,
  sizes,
  names,
  headers,
  environment,
  looseEnds,
  docsComplete,
  links,
  places,
  plainEnglish,
];
