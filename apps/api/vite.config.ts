import { defineConfig } from "vite";

/** The server as plain JavaScript: our own packages inside, everything else from node_modules. */
export default defineConfig({
  ssr: { noExternal: [/^@tool-dispatch\//], external: ["wasmoon"] },
  build: {
    ssr: true,
    target: "node20",
    rolldownOptions: {
      input: {
        main: "src/main.ts",
        worker: "src/worker.ts",
        "backup-shares": "src/shares/backup-command.ts",
        "document-thread": "src/documents/document-thread.ts",
        "node-worker": "../../packages/core/src/host/node-worker.ts",
      },
      output: { entryFileNames: "[name].js", chunkFileNames: "[name]-[hash].js" },
    },
  },
});
