import { fileURLToPath } from "node:url";
import { defineConfig } from "vite";

/**
 * The browser's worker of the package, complete in one file with its wasm beside it: whoever bundles a page need not
 * know what is in it.
 */
export default defineConfig({
  base: "./",
  publicDir: false,
  // The form for browsers decodes by means of a DOM; a worker has none, and the form for Node needs none.
  resolve: {
    alias: {
      "decode-named-character-reference": fileURLToPath(import.meta.resolve("decode-named-character-reference")),
    },
  },
  build: {
    target: "es2023",
    outDir: "dist/lib/host",
    emptyOutDir: false,
    assetsInlineLimit: 0,
    license: { fileName: "browser-worker.licenses.md" },
    modulePreload: false,
    rolldownOptions: {
      input: "src/host/browser-worker.ts",
      output: {
        entryFileNames: "browser-worker.js",
        assetFileNames: "[name][extname]",
        codeSplitting: false,
      },
    },
  },
});
