import { lazily } from "../lazily.ts";

export type XmlLibrary = typeof import("saxes");

export const xml = lazily<XmlLibrary>("XML", () => import("saxes"));
