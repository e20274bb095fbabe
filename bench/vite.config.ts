import { defineConfig } from "vite";

/** Ours is measured as it is shipped: built, without what a TypeScript loader adds to every closure. */
export default defineConfig({
  root: import.meta.dirname,
  ssr: { external: ["wasmoon", "@langchain/core", "@langchain/langgraph", "ai", "zod"] },
  build: {
    ssr: true,
    target: "node20",
    outDir: "dist",
    rolldownOptions: {
      input: {
        run: "run.ts",
        smoke: "smoke.ts",
        "fresh-ours": "fresh-ours.ts",
        "fresh-tool-node": "fresh-tool-node.ts",
        "faulty-thread": "../packages/core/src/testing/faulty-thread.ts",
        "node-worker": "../packages/core/src/host/node-worker.ts",
      },
      output: { entryFileNames: "[name].js", chunkFileNames: "[name]-[hash].js" },
    },
  },
});
