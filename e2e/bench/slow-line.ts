import { connect, createServer, type Socket } from "node:net";

export interface LineOptions {
  /** The server behind the line, on this machine. */
  readonly url: string;
  /** Of all connections together, towards the browser. */
  readonly megabitsPerSecond: number;
  readonly roundTripMs: number;
}

export interface SlowLine {
  readonly url: string;
  readonly close: () => void;
}

/**
 * A line of limited speed in front of a server on this machine. It lies outside of the browser, so that what workers
 * fetch goes through it too.
 */
export async function openSlowLine({ url, megabitsPerSecond, roundTripMs }: LineOptions): Promise<SlowLine> {
  const bytesPerMs = (megabitsPerSecond * 1e6) / 8 / 1000;
  let freeAtMs = 0;
  const sockets = new Set<Socket>();
  const line = createServer((browser) => {
    const server = connect(Number(new URL(url).port), "127.0.0.1");
    for (const socket of [browser, server]) {
      sockets.add(socket.setNoDelay(true));
      socket.on("close", () => sockets.delete(socket)).on("error", () => socket.destroy());
    }
    // One trip more for the first request: connections are opened with a handshake.
    let delayMs = roundTripMs + roundTripMs / 2;
    browser.on("data", (bytes) => {
      setTimeout(() => server.write(bytes), delayMs);
      delayMs = roundTripMs / 2;
    });
    server.on("data", (bytes) => {
      const beginsMs = Math.max(performance.now(), freeAtMs);
      freeAtMs = beginsMs + bytes.length / bytesPerMs;
      setTimeout(() => browser.write(bytes), freeAtMs - performance.now() + roundTripMs / 2);
    });
    browser.on("end", () => server.end());
    server.on("end", () => setTimeout(() => browser.end(), Math.max(0, freeAtMs - performance.now()) + roundTripMs));
  });
  const port = await new Promise<number>((resolve) => {
    line.listen(0, "127.0.0.1", () => {
      const address = line.address();
      resolve(typeof address === "object" && address !== null ? address.port : 0);
    });
  });
  return {
    url: `http://127.0.0.1:${port}`,
    close() {
      line.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}
