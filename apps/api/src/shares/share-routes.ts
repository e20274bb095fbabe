import type { Hono } from "hono";
import type { DocumentDesk } from "../documents/document-desk.ts";
import { HttpProblem } from "../http/problem.ts";
import { readJsonText } from "../http/read-body.ts";
import type { ShareService } from "./share-service.ts";

export interface ShareRoutesOptions {
  readonly shares: ShareService;
  readonly bodyLimitBytes: number;
  readonly documents: DocumentDesk;
}

const NO_SUCH_LINK = new HttpProblem({
  status: 404,
  code: "no-such-link",
  title: "No such link",
  detail: "There is no stored link under this id, or it has expired.",
});

/** `POST /api/shares`, `GET` and `DELETE /api/shares/:id`. */
export function addShareRoutes(app: Hono, options: ShareRoutesOptions): void {
  const { shares } = options;

  app.post("/api/shares", async (context) => {
    const text = await readJsonText(context, options.bodyLimitBytes);
    const acknowledged = context.req.query("acknowledged") === "true";
    const content = await options.documents.ask({ ask: "shareable", text, acknowledged });
    const created = await shares.create(content);
    return context.json(
      { id: created.id, delete_token: created.deleteToken, expires_at: new Date(created.expiresAtMs).toISOString() },
      201,
      { location: `/api/shares/${created.id}` },
    );
  });

  app.get("/api/shares/:id", async (context) => {
    const share = await shares.find(context.req.param("id"));
    if (share === undefined) throw NO_SUCH_LINK;
    return context.body(share.content, 200, {
      "content-type": "application/json; charset=utf-8",
      "x-expires-at": new Date(share.expiresAtMs).toISOString(),
      "cache-control": "private, no-store",
    });
  });

  app.delete("/api/shares/:id", async (context) => {
    const outcome = await shares.delete(context.req.param("id"), bearer(context.req.header("authorization")));
    if (outcome === "not-found") throw NO_SUCH_LINK;
    if (outcome === "wrong-token") {
      throw new HttpProblem({
        status: 403,
        code: "wrong-delete-token",
        title: "Wrong token",
        detail: "This is not the delete token that was given when the link was stored.",
      });
    }
    return context.body(null, 204);
  });
}

function bearer(header: string | undefined): string {
  const token = /^Bearer ([A-Za-z0-9_-]{1,200})$/.exec(header ?? "")?.[1];
  if (token !== undefined) return token;
  throw new HttpProblem({
    status: 401,
    code: "no-delete-token",
    title: "Token needed",
    detail: "Send the delete token as `authorization: Bearer TOKEN`.",
  });
}
