import type { MiddlewareHandler } from "hono";

const POLICY = [
  "default-src 'none'",
  "script-src 'self' 'wasm-unsafe-eval'",
  "worker-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "font-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
];

/** The content policy: only this host, and framing only where `embeddable`. `connect` adds origins that the page may call. */
export function contentSecurityPolicy(embeddable: boolean, connect: readonly string[] = []): string {
  const rules = POLICY.map((rule) => (rule.startsWith("connect-src") ? [rule, ...connect].join(" ") : rule));
  return [...rules, embeddable ? "frame-ancestors *" : "frame-ancestors 'none'"].join("; ");
}

/**
 * Headers of every answer, assets too: a worker obeys the policy of its own file. The page is isolated from others
 * (COOP, COEP), which gives it shared memory, so that a running handler can be cancelled without losing its worker.
 */
export function securityHeaders(connect: readonly string[] = []): MiddlewareHandler {
  return async (context, next) => {
    await next();
    const embeddable = context.req.path === "/" && context.req.query("embed") === "1";
    const { headers } = context.res;
    headers.set("content-security-policy", contentSecurityPolicy(embeddable, connect));
    headers.set("x-content-type-options", "nosniff");
    headers.set("referrer-policy", "no-referrer");
    headers.set("permissions-policy", "camera=(), microphone=(), geolocation=(), payment=(), usb=()");
    headers.set("cross-origin-opener-policy", "same-origin");
    headers.set("cross-origin-embedder-policy", "require-corp");
    headers.set("cross-origin-resource-policy", embeddable ? "cross-origin" : "same-origin");
    if (!embeddable) headers.set("x-frame-options", "DENY");
  };
}
