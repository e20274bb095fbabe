import { once } from "node:events";
import { connect } from "node:net";
import { Hono } from "hono";
import { describe, expect, it } from "vitest";
import { listen, PortError, readPort } from "./listen.ts";

describe("a client that sends its request too slowly", () => {
  it.each([
    ["in its head", "POST / HTTP/1.1\r\nhost: x\r\n"],
    ["in its body", "POST / HTTP/1.1\r\nhost: x\r\ncontent-length: 100\r\n\r\n{"],
  ])("is answered 408 and let go: %s", async (_, begin) => {
    const app = new Hono();
    app.post("/", async (context) => context.text(await context.req.text()));
    const server = await listen(app, 0, { headMs: 200, wholeMs: 400 });
    const socket = connect(Number(new URL(server.url).port), "localhost");
    let answer = "";
    socket.on("data", (part) => {
      answer += part;
    });
    socket.write(begin);
    await once(socket, "close");
    expect(answer).toMatch(/^HTTP\/1\.1 408 /);
    await server.close();
  });
});

describe("the port", () => {
  it("is 8787 unless PORT says otherwise", () => {
    expect(readPort(undefined)).toBe(8787);
    expect(readPort("")).toBe(8787);
    expect(readPort("0")).toBe(0);
    expect(readPort("65535")).toBe(65_535);
  });

  it.each(["65536", "-1", "80.5", "http", " 80"])("is refused when PORT is %j", (text) => {
    expect(() => readPort(text)).toThrow(PortError);
  });

  it("that is taken is named, with what to do", async () => {
    const app = new Hono();
    const first = await listen(app, 0);
    const port = Number(new URL(first.url).port);
    await expect(listen(app, port)).rejects.toThrow(`Port ${port} is taken`);
    await expect(listen(app, port)).rejects.toBeInstanceOf(PortError);
    await first.close();
  });
});
