import { Hono } from "hono";
import { type LimitRequestsOptions, limitRequests } from "./admission/limit-requests.ts";
import { addContractRoutes } from "./contract/contract-routes.ts";
import { validateRequests } from "./contract/validate-requests.ts";
import { allowOrigins } from "./http/allow-origins.ts";
import { answerProblem, HttpProblem } from "./http/problem.ts";
import { securityHeaders } from "./http/security-headers.ts";
import { faultFields, type Log } from "./observability/create-log.ts";
import { addObservabilityRoutes, type ObservabilityOptions } from "./observability/observability-routes.ts";
import { watchRequests } from "./observability/watch-requests.ts";
import { addRunRoutes, type RunRoutesOptions } from "./runs/run-routes.ts";
import { addShareRoutes, type ShareRoutesOptions } from "./shares/share-routes.ts";

export interface AppOptions {
  readonly runs: RunRoutesOptions;
  readonly shares: ShareRoutesOptions;
  readonly admission: LimitRequestsOptions;
  readonly observability: ObservabilityOptions;
  readonly log: Log;
  /** Serves the built page; undefined: the API alone. */
  readonly servePage?: (app: Hono) => void;
  /** Other origins that the page may call; none unless given. */
  readonly pageOrigins?: readonly string[];
  /** Other origins whose pages may read the API; none unless given. */
  readonly corsOrigins?: readonly string[];
}

/** The whole HTTP application, without a socket: `app.fetch` answers requests. */
export function createApp(options: AppOptions): Hono {
  const app = new Hono();
  app.use(watchRequests(options.log, options.observability.metrics));
  app.use(securityHeaders(options.pageOrigins));
  allowOrigins(app, options.corsOrigins ?? []);
  addObservabilityRoutes(app, options.observability);
  limitRequests(app, options.admission);
  validateRequests(app);
  addContractRoutes(app);
  addRunRoutes(app, options.runs);
  addShareRoutes(app, options.shares);
  app.all("/api/*", (context) =>
    answerProblem(context, {
      status: 404,
      code: "no-such-resource",
      title: "No such resource",
      detail: `There is nothing at ${context.req.method} ${context.req.path}.`,
    }),
  );
  options.servePage?.(app);
  app.onError((fault, context) => {
    if (fault instanceof HttpProblem) return answerProblem(context, fault.document);
    options.log.error({ route: context.req.routePath, ...faultFields(fault) }, "fault");
    return answerProblem(context, {
      status: 500,
      code: "internal",
      title: "A fault of ours",
      detail: "Something broke on the server; it was noted there.",
    });
  });
  return app;
}
