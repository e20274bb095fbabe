import {
  type Ceilings,
  type Clock,
  conduct,
  createMemoryCache,
  type FinishedRun,
  FlowLoader,
  type Journal,
  type LuaAnalysis,
  type Network,
  type Problem,
  type Random,
  type RunEvent,
  type RunPorts,
  readScenario,
} from "../index.ts";
import { type AnalysisFiles, createLuaAnalysis } from "../lua/index.ts";

export interface ScenarioHostOptions {
  readonly clock: Clock;
  readonly random: Random;
  readonly ceilings: Ceilings | undefined;
  /** Where the parser of validation comes from; undefined: the installed packages. */
  readonly analysisFiles?: AnalysisFiles | undefined;
  /** Real HTTP, where scenarios may use it. */
  readonly network?: Network | undefined;
}

/** What one run gets of its own. */
export type ScenarioPorts = Pick<RunPorts, "lua" | "journal" | "guard" | "cancelled" | "admitLog">;

/** What the runs of one Lua share: loaded flows, and the parser of validation. */
export class ScenarioHost {
  private readonly options: ScenarioHostOptions;
  private readonly loader = new FlowLoader();
  private analysis: Promise<LuaAnalysis> | undefined;

  constructor(options: ScenarioHostOptions) {
    this.options = options;
  }

  /** Reads and runs a document; one that is no scenario ends with a run that says why. The same as `conduct` otherwise. */
  run(
    text: string,
    ports: ScenarioPorts,
    send: (event: RunEvent) => void,
    signal: AbortSignal,
  ): FinishedRun | Promise<FinishedRun> {
    const { clock, random, ceilings } = this.options;
    const { loader } = this;
    const beganMs = clock.monotonicMs();
    const read = readScenario(text, ceilings === undefined ? {} : { ceilings });
    if (read.ok) {
      // Of this run alone: a thread of a server runs scenarios of many people.
      const cache = createMemoryCache(read.value.limits.cacheMaxEntries);
      const shared = { clock, random, loader, cache, analysis: () => this.openAnalysis() };
      return conduct(read.value, { ...ports, ...shared, ...this.network(ports.journal) }, send, signal);
    }
    const duration_ms = clock.monotonicMs() - beganMs;
    const result = unreadable(read.problems, duration_ms);
    send({ seq: 0, at_ms: duration_ms, type: "run-end", result });
    return result;
  }

  private network(journal: Journal | undefined): { network?: Network } {
    const { network } = this.options;
    if (network === undefined || journal === undefined) return network === undefined ? {} : { network };
    const exchange: Network["exchange"] = (request, options) =>
      journal.answer(`${request.method} ${request.url}\n${request.body ?? ""}`, () =>
        network.exchange(request, options),
      );
    return { network: { exchange } };
  }

  private openAnalysis(): Promise<LuaAnalysis> {
    this.analysis ??= createLuaAnalysis(this.options.analysisFiles);
    return this.analysis;
  }
}

function unreadable(problems: readonly Problem[], duration_ms: number): FinishedRun {
  const error = problems[0]?.message ?? "The document is no scenario";
  return { kind: "unreadable", outcome: "error", error, problems, duration_ms };
}
