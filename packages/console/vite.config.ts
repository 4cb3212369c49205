/** How the console is built: hashed names, nothing inlined, and no element that the content security policy would block. */
import { fileURLToPath } from 'node:url';
import tailwind from '@tailwindcss/vite';
import { defineConfig } from 'vite';

const folder = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** Server that the development server passes API requests to. */
const api = 'http://127.0.0.1:4780';

/** The modules of tables. */
const tables = /@tanstack\/(?:react-virtual|virtual-core)|components\/virtual-table/;

export default defineConfig({
  root: folder('.'),
  base: '/console/',
  plugins: [tailwind()],
  // The modules of the client and the model instead of their bundles, so that each page loads only the parts that it uses.
  resolve: {
    alias: [
      { find: /^@dragoman\/(sdk|model)$/, replacement: folder('../$1/src/index.ts') },
      { find: '@dragoman/sdk/executor', replacement: folder('../sdk/src/executor/index.ts') },
    ],
  },
  build: {
    outDir: folder('../server/dist/console'),
    emptyOutDir: true,
    target: ['chrome123', 'firefox128', 'safari17.5'],
    // The content security policy allows no data: URLs except images.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    manifest: 'manifest.json',
    rolldownOptions: {
      output: {
        // A browser spends more time on a request than on a few bytes: small shared modules go together.
        codeSplitting: {
          groups: [
            { name: 'shell', tags: ['$initial'], priority: 3 },
            // Tables are large, and half of the screens have none.
            { name: 'shared', test: (id) => !tables.test(id), minShareCount: 12, maxModuleSize: 20_000, priority: 2 },
            { name: 'table', test: tables, priority: 1 },
          ],
        },
      },
    },
  },
  worker: { format: 'es' },
  server: { proxy: { '^/(?!console)': api } },
});
