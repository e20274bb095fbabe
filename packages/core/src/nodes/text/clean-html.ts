import { NodeFault } from "../node-fault.ts";
import type { Settings } from "../settings.ts";
import type { HtmlLibrary } from "./html-library.ts";

export interface CleaningRules {
  /** Undefined: those that a page of formatted text needs. */
  readonly allowedTags: readonly string[] | undefined;
  readonly stripComments: boolean;
  /** `rel` of every link; empty: none. */
  readonly linkRel: string;
}

export function cleaningRules(settings: Settings): CleaningRules {
  const allowedTags = settings.has("allowed_tags") ? settings.textArray("allowed_tags") : undefined;
  const refused = allowedTags?.find((tag) => NEVER_ALLOWED.includes(tag.toLowerCase()));
  if (refused !== undefined) throw new NodeFault(`${settings.node}: 'allowed_tags' must not contain '${refused}'`);
  return {
    allowedTags: allowedTags?.map((tag) => tag.toLowerCase()),
    stripComments: settings.flag("strip_comments", true),
    linkRel: settings.text("link_rel", "noopener noreferrer"),
  };
}

/** Elements whose content is no HTML, or that load or run something: no list can allow them. */
const NEVER_ALLOWED: readonly string[] =
  "script style iframe object embed template noscript noembed noframes plaintext xmp base meta link svg math".split(
    " ",
  );

/** HTML without anything that runs or loads on its own: unknown elements go, what is in them stays; scripts go whole. */
export function cleanHtml(library: HtmlLibrary, html: string, rules: CleaningRules): string {
  const { fromHtml, toHtml, sanitize, defaultSchema } = library;
  const tree = sanitize(fromHtml(html, { fragment: true }), {
    ...defaultSchema,
    allowComments: !rules.stripComments,
    attributes: withoutRel(defaultSchema.attributes),
    clobberPrefix: "",
    strip: ["script", "style", "template", "noscript", "noembed", "noframes", "iframe", "xmp", "title"],
    ...(rules.allowedTags === undefined ? {} : { tagNames: [...rules.allowedTags] }),
  });
  setLinkRel(tree, rules.linkRel);
  return toHtml(tree);
}

type Attributes = HtmlLibrary["defaultSchema"]["attributes"];

/** What a text says about `rel` is dropped, the rule's own is set afterwards. */
function withoutRel(attributes: Attributes): NonNullable<Attributes> {
  return { ...attributes, a: (attributes?.a ?? []).filter((name) => name !== "rel") };
}

function setLinkRel(node: unknown, rel: string): void {
  if (typeof node !== "object" || node === null) return;
  const { tagName, properties, children } = node as {
    tagName?: string;
    properties?: Record<string, unknown>;
    children?: readonly unknown[];
  };
  if (tagName === "a" && properties !== undefined && rel !== "") properties.rel = rel.split(/\s+/);
  for (const child of children ?? []) setLinkRel(child, rel);
}
