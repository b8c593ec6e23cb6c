import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/** Where `vite` sends API calls while the console is worked on; the built console is served by the API itself. */
const API_URL = process.env.PARLEY_API_URL ?? 'http://127.0.0.1:8080';

const API_PATHS = '^/(v1|v2|admin|downloads|docs|openapi\\.json|livez|readyz)(/|\\?|$)';

export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  plugins: [react()],
  server: { proxy: { [API_PATHS]: { target: API_URL } } },
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    target: 'es2023',
    // The polyfill is for browsers older than those that `target` names.
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    manifest: true,
  },
});
