import { basename } from "node:path";
import {
  type ImportRequest,
  importDocument,
  isJsonArray,
  isJsonObject,
  type Json,
  type JsonObject,
  prettyJson,
  printJson,
} from "../index.ts";
import { type Io, problemLine } from "./io.ts";
import type { CommandOptions } from "./main.ts";
import { oneLine, paint } from "./paint.ts";

/** `tool-dispatch import`: text → calls and warnings (spec 10, 11 §4). No calls at all is exit status 1. */
export async function importCommand(files: readonly string[], options: CommandOptions, io: Io): Promise<number> {
  let worst = 0;
  for (const file of files) {
    const request: ImportRequest = { format: options.format, turn: options.turn, reply: options.reply };
    const read = importDocument(await io.read(file), request);
    if (!read.ok) {
      for (const problem of read.problems) io.error(problemLine(file, problem));
      worst = 2;
      continue;
    }
    const name = file === "-" ? "standard input" : basename(file);
    io.print(
      options.json ? `${printJson(new Map([["name", name], ...read.value]))}\n` : text(name, read.value, io.colours),
    );
    if (listAt(read.value, "calls").length === 0) worst = Math.max(worst, 1);
  }
  return worst;
}

function text(name: string, imported: JsonObject, colours: boolean): string {
  const style = paint(colours);
  const turns = listAt(imported, "turns").length;
  const which = turns > 1 ? `, turn ${shown(imported, "turn")} of ${turns}` : "";
  const sure = imported.get("confidence") === "certain" ? "" : " (likely)";
  const head = `${style.bold(name)}  ${shown(imported, "title")}${sure}${which}\n`;
  const calls = listAt(imported, "calls").map(
    (call) => `  ${shown(call, "name")} ${style.dim(shown(call, "id"))}  ${oneLine(shown(call, "raw_arguments"))}\n`,
  );
  const problems = listAt(imported, "problems").map((problem) => `  ${style.warn(placed(problem))}\n`);
  const answer = imported.get("reply");
  const body = isJsonObject(answer) ? `${prettyJson(answer.get("body") ?? null)}\n` : "";
  const refused = answer === undefined ? [] : listAt(answer, "problems").map((one) => `  ${style.warn(placed(one))}\n`);
  return [head, ...calls, ...problems, ...refused, body].join("");
}

function placed(problem: Json): string {
  const where = isJsonObject(problem) ? problem.get("where") : undefined;
  const place = where === undefined ? "" : `${shown(where, "line")}:${shown(where, "column")}: `;
  return `${place}${shown(problem, "message")}`;
}

function listAt(value: Json, key: string): readonly Json[] {
  const list = isJsonObject(value) ? (value.get(key) ?? null) : null;
  return isJsonArray(list) ? list : [];
}

function shown(value: Json, key: string): string {
  const field = isJsonObject(value) ? (value.get(key) ?? null) : null;
  return typeof field === "string" ? field : printJson(field);
}
