import type { HtmlTagDescriptor, Plugin } from "vite";

/**
 * What the first result waits for and the page's script would ask for only when it runs: the worker, the few functions
 * that the bundler gives it in a file of their own, Lua, the fonts. Asked for later they would come after the editor.
 */
const EARLY =
  /(?:^|\/)(?:rolldown-runtime-[^/]*\.js|browser-worker-[^/]*\.js|glue-[^/]*\.wasm|atkinson-hyperlegible-(?:next|mono)-latin-wght-normal-[^/]*\.woff2)$/;

/** Names such files in the page's head, so that they come together with the script and not after it. */
export function fetchEarly(): Plugin {
  return {
    name: "fetch-early",
    apply: "build",
    transformIndexHtml: {
      order: "post",
      handler: (_html, { bundle }) =>
        Object.keys(bundle ?? {})
          .filter((file) => EARLY.test(file))
          .map(tagFor),
    },
  };
}

function tagFor(file: string): HtmlTagDescriptor {
  const as = file.endsWith(".woff2") ? "font" : "fetch";
  return { tag: "link", attrs: { rel: "preload", as, crossorigin: "", href: `/${file}` }, injectTo: "head" };
}
