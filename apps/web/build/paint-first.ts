import type { Plugin } from "vite";

/**
 * What the first result waits for and the page's script would ask for only when it runs: the worker, the few functions
 * that the bundler gives it in a file of their own, Lua, the font of code. Asked for later they would come after the
 * editor.
 */
const EARLY =
  /(?:^|\/)(?:rolldown-runtime-[^/]*\.js|browser-worker-[^/]*\.js|glue-[^/]*\.wasm|atkinson-hyperlegible-mono-latin-wght-normal-[^/]*\.woff2)$/;

/** What the document itself is written in. */
const WRITTEN_IN = /(?:^|\/)atkinson-hyperlegible-next-latin-wght-normal-[^/]*\.woff2$/;

const PAGE_SCRIPT = /<script type="module" crossorigin src="\/([^"]+)"><\/script>/;

/** In a tab that nobody looks at nothing is painted; the page starts all the same. */
const LATEST_MS = 250;

/**
 * Lets the browser paint what the page's document says before anything else takes the line or the processor: the
 * document starts with a few lines of script that wait for the first frame, and then ask for all that the first result
 * needs, at once.
 */
export function paintFirst(): Plugin {
  return {
    name: "paint-first",
    apply: "build",
    enforce: "post",
    generateBundle: {
      order: "post",
      handler(_options, bundle) {
        const document = bundle["index.html"];
        if (document?.type !== "asset") this.error("there is no document to start from");
        const html = String(document.source);
        const [tag, page] = PAGE_SCRIPT.exec(html) ?? [];
        if (tag === undefined || page === undefined) this.error("the page's document names no script to start");
        const files = Object.keys(bundle);
        const source = starterOf(
          page,
          files.filter((file) => EARLY.test(file)),
        );
        const starter = this.getFileName(this.emitFile({ type: "asset", name: "start.js", source }));
        const fonts = files.filter((file) => WRITTEN_IN.test(file)).map(preloadOfFont);
        document.source = html.replace(
          tag,
          [...fonts, `<script type="module" crossorigin src="/${starter}"></script>`].join("\n    "),
        );
      },
    },
  };
}

function preloadOfFont(file: string): string {
  return `<link rel="preload" as="font" type="font/woff2" crossorigin href="/${file}">`;
}

function starterOf(page: string, early: readonly string[]): string {
  const links = early.map((file) => ({ as: file.endsWith(".woff2") ? "font" : "fetch", href: `/${file}` }));
  return `const page = ${JSON.stringify(`/${page}`)};
const links = ${JSON.stringify(links)};
let started = false;
function start() {
  if (started) return;
  started = true;
  import(page);
  for (const link of links) {
    document.head.append(Object.assign(document.createElement("link"), { rel: "preload", crossOrigin: "", ...link }));
  }
}
requestAnimationFrame(() => setTimeout(start));
setTimeout(start, ${LATEST_MS});
`;
}
