import { readScenario } from "@tool-dispatch/core";
import { HttpProblem } from "../http/problem.ts";

/** Refuses a body that is no scenario, with the place of its first fault. */
export function checkScenario(text: string): void {
  const read = readScenario(text);
  if (read.ok) return;
  const [first] = read.problems;
  throw new HttpProblem({
    status: 400,
    code: first?.code ?? "not-a-scenario",
    title: "Not a scenario",
    detail: first?.message ?? "The body is not a scenario.",
    ...(first?.where === undefined ? {} : { where: first.where }),
    problems: read.problems,
  });
}
