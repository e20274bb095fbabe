#!/usr/bin/env node
import { readFile } from "node:fs/promises";
import { text } from "node:stream/consumers";
import { UsageError } from "./io.ts";
import { main } from "./main.ts";

const interrupt = new AbortController();
process.once("SIGINT", () => interrupt.abort());
process.once("SIGTERM", () => interrupt.abort());
// A reader that has seen enough, such as `head`, is no failure.
process.stdout.on("error", (error: NodeJS.ErrnoException) => process.exit(error.code === "EPIPE" ? 0 : 1));

process.exitCode = await main(process.argv.slice(2), {
  read: async (file) => {
    if (file === "-") return text(process.stdin);
    try {
      return await readFile(file, "utf8");
    } catch (error) {
      const code = (error as NodeJS.ErrnoException).code;
      throw new UsageError(`${file}: ${code === "ENOENT" ? "there is no such file." : `cannot be read (${code}).`}`);
    }
  },
  print: (output) => process.stdout.write(output),
  error: (output) => process.stderr.write(output),
  colours: process.stdout.isTTY === true && process.env.NO_COLOR === undefined,
  signal: interrupt.signal,
});
