import { spawn } from "node:child_process";
import { ROOT } from "./root.mjs";

/** Settings that say where packages come from; everything else that npm lends to a script would change an inner npm. */
const KEPT_SETTINGS = /^npm_config_(registry|cache|userconfig|globalconfig|proxy|https_proxy|noproxy|cafile|ca)$/i;

/** The environment of an inner npm, or of a tool: without what the npm that started us said to its own script. */
export function cleanEnvironment() {
  return Object.fromEntries(
    Object.entries(process.env).filter(
      ([name]) => !/^npm_(config|lifecycle|package)_/i.test(name) || KEPT_SETTINGS.test(name),
    ),
  );
}

/**
 * Runs a command at the root and resolves with its exit status; a command that cannot be started has status 127.
 * @param {string} command
 * @param {readonly string[]} args
 * @param {{ env?: NodeJS.ProcessEnv, quiet?: boolean }} [options] `quiet` shows the output only when it fails.
 * @returns {Promise<number>}
 */
export function runCommand(command, args, { env, quiet = false } = {}) {
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      cwd: ROOT,
      env: { ...cleanEnvironment(), ...env },
      stdio: ["ignore", quiet ? "pipe" : "inherit", quiet ? "pipe" : "inherit"],
    });
    /** @type {Buffer[]} */
    const output = [];
    child.stdout?.on("data", (part) => output.push(part));
    child.stderr?.on("data", (part) => output.push(part));
    child.on("error", (error) => {
      process.stderr.write(`${command}: ${error.message}\n`);
      resolve(127);
    });
    child.on("close", (status, signal) => {
      const failed = status !== 0;
      if (failed) process.stderr.write(Buffer.concat(output));
      if (signal !== null) process.stderr.write(`${command} was ended by ${signal}\n`);
      resolve(status ?? 1);
    });
  });
}

/**
 * A tool of node_modules, by the name of its command.
 * @param {string} name
 * @param {readonly string[]} args
 * @param {{ env?: NodeJS.ProcessEnv, quiet?: boolean }} [options]
 */
export function runTool(name, args, options) {
  return runCommand(`${ROOT}node_modules/.bin/${name}`, args, options);
}
