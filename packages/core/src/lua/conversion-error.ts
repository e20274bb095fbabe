/** A value that has no counterpart on the other side (spec 04 §5); `message` is the complete text. */
export class ConversionError extends Error {}

export interface ConversionCeilings {
  readonly maxConversionDepth: number;
  readonly maxConversionNodes: number;
}

/** Deeper nesting is refused whatever the ceiling says: conversion uses JavaScript's own stack. */
const DEEPEST = 1000;

export function deepest({ maxConversionDepth }: ConversionCeilings): number {
  return Math.min(maxConversionDepth, DEEPEST);
}

/** One step of a path: a field's name, or the number of an array's entry as the direction counts it. */
export type PathSegment = string | number | bigint;

const IDENTIFIER = /^[A-Za-z_][A-Za-z0-9_]*$/;

/** `$.a["b c"][1]` (spec 04 §5). */
export function pathText(root: string, segments: readonly PathSegment[]): string {
  return root + segments.map(segmentText).join("");
}

function segmentText(segment: PathSegment): string {
  if (typeof segment !== "string") return `[${segment}]`;
  return IDENTIFIER.test(segment) ? `.${segment}` : `[${quoted(segment)}]`;
}

const SHORT_ESCAPES = new Map([
  ['"', '\\"'],
  ["\\", "\\\\"],
  ["\b", "\\b"],
  ["\f", "\\f"],
  ["\n", "\\n"],
  ["\r", "\\r"],
  ["\t", "\\t"],
]);

/** JSON quoting of spec 01 §7. */
export function quoted(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what JSON escapes
  const escaped = text.replace(/["\\\u0000-\u001f]/g, (char) => {
    return SHORT_ESCAPES.get(char) ?? `\\u${char.charCodeAt(0).toString(16).padStart(4, "0")}`;
  });
  return `"${escaped}"`;
}

export type ConversionDirection = "JSON-to-Lua" | "Lua-to-JSON";

export function depthExceeded(direction: ConversionDirection, limit: number, path: string): ConversionError {
  return new ConversionError(
    `${direction} maximum depth ${limit} exceeded at ${path} (raise IRONFLOW_MAX_CONVERSION_DEPTH)`,
  );
}

export function nodesExceeded(direction: ConversionDirection, limit: number, place: string): ConversionError {
  return new ConversionError(
    `${direction} maximum node count ${limit} exceeded ${place} (raise IRONFLOW_MAX_CONVERSION_NODES)`,
  );
}
