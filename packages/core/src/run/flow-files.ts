import type { Files } from "../ports/host.ts";

/** Folder of a scenario's flows: the parent's `_flow_dir`. */
export const FLOWS_FOLDER = "/flows";

/** A scenario may run again and again, and its flows do not change. */
const known = new WeakMap<ReadonlyMap<string, string>, Files>();

/** A scenario's flows as files of one folder. */
export function flowFiles(flows: ReadonlyMap<string, string>): Files {
  const before = known.get(flows);
  if (before !== undefined) return before;
  const files = new Map([...flows].map(([name, source]) => [resolvePath(FLOWS_FOLDER, name), source]));
  const made: Files = { read: (path) => files.get(path), list: () => [...files.keys()] };
  known.set(flows, made);
  return made;
}

const PLAIN_NAME = /^[\w-]+(?:\.[\w-]+)*$/;
const PLAIN_FOLDER = /^(?:\/[\w-]+)+$/;

/** `path` below `folder` unless it is absolute, without `.`, `..` and empty parts. */
export function resolvePath(folder: string, path: string): string {
  // Nothing to resolve in a plain name: what nearly every mapping says.
  if (PLAIN_NAME.test(path) && PLAIN_FOLDER.test(folder)) return `${folder}/${path}`;
  const parts: string[] = [];
  for (const part of (path.startsWith("/") ? path : `${folder}/${path}`).split("/")) {
    if (part === "..") parts.pop();
    else if (part !== "" && part !== ".") parts.push(part);
  }
  return `/${parts.join("/")}`;
}

export function folderOf(path: string): string {
  return path.slice(0, path.lastIndexOf("/")) || "/";
}

/** The name that errors and positions show: as the person named the file in the scenario. */
export function shownName(path: string): string {
  return path.startsWith(`${FLOWS_FOLDER}/`) ? path.slice(FLOWS_FOLDER.length + 1) : path;
}
