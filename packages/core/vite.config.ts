import { defineConfig } from "vite";

/** The command line as plain JavaScript; libraries stay in node_modules. */
export default defineConfig({
  ssr: { external: ["wasmoon"] },
  build: {
    ssr: true,
    target: "node20",
    outDir: "dist",
    rolldownOptions: {
      input: { cli: "src/cli/bin.ts", "node-worker": "src/host/node-worker.ts" },
      output: { entryFileNames: "[name].js", chunkFileNames: "[name]-[hash].js" },
    },
  },
});
