/** Every operation under its name: what the server routes, the document describes and the client calls. */
export const OPERATION_PATHS = {
  startRun: { method: "post", path: "/api/runs" },
  showRun: { method: "get", path: "/api/runs/{id}" },
  readEvents: { method: "get", path: "/api/runs/{id}/events" },
  readResult: { method: "get", path: "/api/runs/{id}/result" },
  cancelRun: { method: "delete", path: "/api/runs/{id}" },
  validateFlow: { method: "post", path: "/api/validate" },
  importCalls: { method: "post", path: "/api/import" },
  storeLink: { method: "post", path: "/api/shares" },
  readLink: { method: "get", path: "/api/shares/{id}" },
  deleteLink: { method: "delete", path: "/api/shares/{id}" },
  readHealth: { method: "get", path: "/api/health" },
  readReadiness: { method: "get", path: "/api/ready" },
  readDescription: { method: "get", path: "/api/openapi.json" },
} as const;

export type OperationName = keyof typeof OPERATION_PATHS;
