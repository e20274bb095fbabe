import type { Network } from "../index.ts";
import { type AnalysisFiles, createLua, type LuaInstance } from "../lua/index.ts";
import { type BoardWriter, postingBoardWriter, sharedBoardWriter } from "./execution-board.ts";
import { LogAllowance, type LogLimits } from "./log-limits.ts";
import type { BootMessage, FromWorker, RunMessage, ToWorker } from "./messages.ts";
import type { NetworkGrant } from "./network-grant.ts";
import { Outbox } from "./outbox.ts";
import { RunJournal } from "./run-journal.ts";
import { ScenarioHost } from "./scenario-host.ts";
import { systemClock, systemRandom } from "./system-ports.ts";
import { watchLua, watchWork } from "./watched-lua.ts";

/** How a worker talks to whoever started it, on every platform. */
export interface WorkerPort {
  post(message: FromWorker): void;
  listen(handle: (message: ToWorker) => void): void;
}

/** What the entry file of a worker knows about its platform. */
export interface WorkerParts {
  readonly openLua?: typeof createLua;
  readonly analysisFiles?: AnalysisFiles;
  /** Real HTTP as the platform has it. */
  readonly openNetwork?: (grant: NetworkGrant) => Network;
}

/** The inside of a worker: starts Lua, then runs one scenario after the other until it is ended. */
export function serveRuns(
  port: WorkerPort,
  { openLua = createLua, analysisFiles, openNetwork }: WorkerParts = {},
): void {
  let server: RunServer | undefined;
  port.listen((message) => {
    if (message.type !== "boot") server?.handle(message);
    else {
      boot(message, port, { openLua, analysisFiles, openNetwork }).then(
        (booted) => {
          server = booted;
          port.post({ type: "ready" });
        },
        (error: unknown) => port.post({ type: "fault", message: textOf(error) }),
      );
    }
  });
}

interface BootParts {
  readonly openLua: typeof createLua;
  readonly analysisFiles: AnalysisFiles | undefined;
  readonly openNetwork: WorkerParts["openNetwork"];
}

async function boot(
  { wasm, board, ceilings, network: grant, logLimits }: BootMessage,
  port: WorkerPort,
  { openLua, analysisFiles, openNetwork }: BootParts,
): Promise<RunServer> {
  const options = { clock: systemClock, random: systemRandom };
  const lua = await openLua(wasm === undefined ? options : { ...options, wasm });
  const writer =
    board === undefined
      ? postingBoardWriter((execution) => port.post({ type: "executing", execution }))
      : sharedBoardWriter(board);
  const network = grant === undefined ? undefined : openNetwork?.(grant);
  const host = new ScenarioHost({ ...options, ceilings, analysisFiles, network });
  return new RunServer(port, lua, writer, host, logLimits);
}

class RunServer {
  private readonly port: WorkerPort;
  private readonly lua: LuaInstance;
  private readonly board: BoardWriter;
  private readonly host: ScenarioHost;
  private readonly logLimits: LogLimits | undefined;
  private running: AbortController | undefined;

  constructor(
    port: WorkerPort,
    lua: LuaInstance,
    board: BoardWriter,
    host: ScenarioHost,
    logLimits: LogLimits | undefined,
  ) {
    this.port = port;
    this.lua = lua;
    this.board = board;
    this.host = host;
    this.logLimits = logLimits;
  }

  handle(message: Exclude<ToWorker, BootMessage>): void {
    if (message.type === "cancel") this.running?.abort();
    else this.run(message).catch((error: unknown) => this.port.post({ type: "fault", message: textOf(error) }));
  }

  private async run({ scenario, journal: entries, cancelled }: RunMessage): Promise<void> {
    const journal = new RunJournal(entries);
    const outbox = new Outbox((message) => this.port.post(message), journal);
    const { board } = this;
    const logs = new LogAllowance(this.logLimits);
    const controller = new AbortController();
    this.running = controller;
    const watch = { board, journal, clock: systemClock, beforeLua: () => outbox.flushIfDue() };
    const lua = watchLua(this.lua, watch);
    // A run that was cancelled before it came here is told as far as the journal knows it, and ends there.
    const isCancelled = () => {
      // Lua's hook asks too, so a reader hears of a long execution while it runs.
      outbox.flushIfDue();
      return logs.spent || board.cancelled() || (cancelled && journal.caughtUp);
    };
    const admitLog = (text: string) => logs.admit(text);
    const ports = { lua, journal, admitLog, guard: watchWork(watch), cancelled: isCancelled };
    const settled = this.host.run(scenario, ports, (event) => outbox.add(event), controller.signal);
    if (settled instanceof Promise) {
      if (cancelled) controller.abort();
      await settled;
    }
    this.running = undefined;
    outbox.close(this.lua.poisoned);
  }
}

function textOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
