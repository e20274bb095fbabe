import { fileURLToPath } from "node:url";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";
import { paintFirst } from "./build/paint-first.ts";
import { precompress } from "./build/precompress.ts";

export default defineConfig({
  plugins: [react(), paintFirst(), precompress()],
  // The form for browsers decodes by means of a DOM; the runs' workers have none, and the form for Node needs none.
  resolve: {
    alias: {
      "decode-named-character-reference": fileURLToPath(import.meta.resolve("decode-named-character-reference")),
    },
  },
  worker: { format: "es" },
  build: {
    target: "es2023",
    sourcemap: false,
    // The first view's code in one file: a dozen small ones would wait for each other's connections.
    rolldownOptions: { output: { codeSplitting: { groups: [{ name: "page", tags: ["$initial"] }] } } },
  },
});
