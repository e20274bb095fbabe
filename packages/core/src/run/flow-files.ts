import type { Files } from "../ports/host.ts";

/** Folder of a scenario's flows: the parent's `_flow_dir`. */
export const FLOWS_FOLDER = "/flows";

/** A scenario's flows as files of one folder. */
export function flowFiles(flows: ReadonlyMap<string, string>): Files {
  const files = new Map([...flows].map(([name, source]) => [resolvePath(FLOWS_FOLDER, name), source]));
  return { read: (path) => files.get(path), list: () => [...files.keys()] };
}

/** `path` below `folder` unless it is absolute, without `.`, `..` and empty parts. */
export function resolvePath(folder: string, path: string): string {
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
