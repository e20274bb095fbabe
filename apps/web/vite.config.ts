import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";
import { precompress } from "./build/precompress.ts";

export default defineConfig({
  plugins: [react(), precompress()],
  worker: { format: "es" },
  build: { target: "es2023", sourcemap: false },
});
