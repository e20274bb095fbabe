import { lazily } from "../lazily.ts";

export type YamlLibrary = typeof import("yaml");

export const yaml = lazily<YamlLibrary>("YAML", () => import("yaml"));
