import { serve } from "@hono/node-server";
import type { Hono } from "hono";
import { SettingsError } from "./settings/settings-error.ts";

/** The port that was asked for cannot be had; `message` says what to do. */
export class PortError extends SettingsError {}

/** `PORT`: a whole number from 0 (any free port) to 65535; 8787 when it is not set. */
export function readPort(text: string | undefined): number {
  if (text === undefined || text === "") return 8787;
  const port = /^\d{1,5}$/.test(text) ? Number(text) : Number.NaN;
  if (port <= 65_535) return port;
  throw new PortError(`PORT is "${text}", which is no port: give a whole number from 0 to 65535.`);
}

export interface Listening {
  /** Address to open in a browser. */
  readonly url: string;
  /** Takes no more connections; resolves when the open ones ended. */
  close(): Promise<void>;
}

/** A client that sends its request slower than this is answered 408 and let go. */
export interface RequestTimes {
  readonly headMs: number;
  /** Head and body together. */
  readonly wholeMs: number;
}

const REQUEST_TIMES: RequestTimes = { headMs: 10_000, wholeMs: 60_000 };

/** Resolves once connections are accepted; rejects with a `PortError` when the port is taken or not allowed. */
export function listen(app: Hono, port: number, times: RequestTimes = REQUEST_TIMES): Promise<Listening> {
  const serverOptions = {
    headersTimeout: times.headMs,
    requestTimeout: times.wholeMs,
    connectionsCheckingInterval: Math.min(5000, times.headMs),
  };
  return new Promise((resolve, reject) => {
    const server = serve({ fetch: app.fetch, port, serverOptions }, ({ port: chosen }) => {
      resolve({
        url: `http://localhost:${chosen}/`,
        close: () => new Promise((done) => server.close(() => done())),
      });
    });
    server.on("error", (error: NodeJS.ErrnoException) => reject(explain(error, port)));
  });
}

function explain(error: NodeJS.ErrnoException, port: number): Error {
  if (error.code === "EADDRINUSE") {
    return new PortError(`Port ${port} is taken by another program. Choose another one: PORT=${port + 1} npm start`);
  }
  if (error.code === "EACCES")
    return new PortError(`Port ${port} may not be opened by this user: choose one above 1023.`);
  return error;
}
