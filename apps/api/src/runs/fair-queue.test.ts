import { describe, expect, it } from "vitest";
import { FairQueue } from "./fair-queue.ts";

describe("the waiting line", () => {
  it("serves clients in turn, each in its own order", () => {
    const queue = new FairQueue<string>(10);
    for (const job of ["a1", "a2", "a3"]) queue.push("a", job);
    queue.push("b", "b1");
    queue.push("c", "c1");
    queue.push("b", "b2");
    expect(Array.from({ length: 7 }, () => queue.shift())).toEqual(["a1", "b1", "c1", "a2", "b2", "a3", undefined]);
  });

  it("refuses more than it holds and has room again after a job left", () => {
    const queue = new FairQueue<string>(2);
    expect([queue.push("a", "1"), queue.push("b", "2"), queue.push("c", "3")]).toEqual([true, true, false]);
    queue.shift();
    expect(queue.push("c", "3")).toBe(true);
    expect(queue.size).toBe(2);
  });

  it("lets a waiting job go", () => {
    const queue = new FairQueue<string>(3);
    queue.push("a", "1");
    queue.push("a", "2");
    expect(queue.remove("a", "1")).toBe(true);
    expect(queue.remove("a", "1")).toBe(false);
    expect(queue.remove("z", "2")).toBe(false);
    expect([queue.shift(), queue.shift()]).toEqual(["2", undefined]);
    expect(queue.size).toBe(0);
  });
});
