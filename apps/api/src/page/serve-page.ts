import { serveStatic } from "@hono/node-server/serve-static";
import type { Hono } from "hono";

/** Serves the built page from `folder`; files under `assets/` have a hash in their name and never change. */
export function servePage(app: Hono, folder: string): void {
  const files = serveStatic({
    root: folder,
    precompressed: true,
    onFound: (_path, context) => {
      const lasting = context.req.path.startsWith("/assets/");
      context.header("cache-control", lasting ? "public, max-age=31536000, immutable" : "no-cache");
    },
  });
  app.get("*", files);
}
