import { Hono } from "hono";
import { describe, expect, it } from "vitest";
import { listen, PortError, readPort } from "./listen.ts";

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
