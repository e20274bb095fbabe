import { html } from "hono/html";
import type { ApiDescription } from "./describe-api.ts";

type Operation = NonNullable<NonNullable<ApiDescription["paths"]>[string]["get"]>;
type Html = ReturnType<typeof html>;

/** The colours and lines of the page for people; fonts are the reader's own, since nothing is loaded. */
const STYLE = `
  :root {
    color-scheme: light dark; font: 14px/1.5 Atkinson Hyperlegible Next, system-ui, sans-serif;
    --line: light-dark(#d4d4c8, #2c3831); --quiet: light-dark(#4c534e, #a9b4ac); --link: light-dark(#0b5c7a, #7cc7e2);
    background: light-dark(#f7f7f2, #121714); color: light-dark(#1b1f1c, #e6e9e3);
  }
  body { max-width: 64rem; margin: 0 auto; padding: 1rem 1rem 4rem; }
  h1 { font-size: 1.25rem; margin: 0; } h2 { font-size: 1rem; margin: 0; }
  p { margin: .25rem 0 .75rem; max-width: 70ch; } a { color: var(--link); }
  nav ul { list-style: none; margin: 1rem 0 0; padding: 0; border-top: 1px solid var(--line); }
  nav li { display: flex; flex-wrap: wrap; gap: 0 1rem; padding: .3rem 0; border-bottom: 1px solid var(--line); }
  nav a { min-width: 20rem; min-height: 1.5rem; }
  section { padding-top: 1rem; margin-top: 1.5rem; scroll-margin-top: 1rem; }
  table { border-collapse: collapse; width: 100%; }
  th { color: var(--quiet); font-size: .8125rem; }
  th, td { text-align: start; vertical-align: top; padding: .35rem .75rem .35rem 0; border-bottom: 1px solid var(--line); overflow-wrap: anywhere; }
  code, pre { font: .8125rem/1.5 Atkinson Hyperlegible Mono, ui-monospace, monospace; }
  pre { overflow-x: auto; padding: .75rem; border: 1px solid var(--line); background: light-dark(#eeeee6, #0d110f); }
`;

/** The description as a page that loads nothing and runs nothing. */
export function referencePage(description: ApiDescription): Html {
  const operations = Object.entries(description.paths ?? {}).flatMap(([path, methods]) =>
    Object.entries(methods as Record<string, Operation>).map(([method, operation]) => ({ path, method, operation })),
  );
  const schemas = Object.entries(description.components?.schemas ?? {});
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${description.info.title}: API reference</title>
        <style>
          ${STYLE}
        </style>
      </head>
      <body>
        <h1>${description.info.title}: API reference</h1>
        <p>${description.info.description} The same as data: <a href="/api/openapi.json">OpenAPI 3.1</a>.</p>
        <nav aria-label="Operations">
          <ul>
            ${operations.map(
              ({ method, path, operation }) =>
                html`<li><a href="#${operation.operationId}">${operation.summary}</a> <code>${method.toUpperCase()} ${path}</code></li>`,
            )}
          </ul>
        </nav>
        ${operations.map(operationSection)} ${schemas.map(([name, schema]) => schemaSection(name, schema))}
      </body>
    </html>`;
}

function operationSection({ path, method, operation }: { path: string; method: string; operation: Operation }): Html {
  const parameters = (operation.parameters ?? []) as {
    name: string;
    in: string;
    description?: string;
    required?: boolean;
  }[];
  const responses = Object.entries((operation.responses ?? {}) as Record<string, Described>);
  return html`<section id="${operation.operationId}">
    <h2>${operation.summary}</h2>
    <p><code>${method.toUpperCase()} ${path}</code></p>
    ${operation.description === undefined ? "" : html`<p>${operation.description}</p>`}
    <table>
      <thead>
        <tr>
          <th scope="col">Part</th>
          <th scope="col">What</th>
          <th scope="col">Content</th>
        </tr>
      </thead>
      <tbody>
        ${parameters.map(
          ({ name, in: place, description, required }) =>
            html`<tr><td>${place} <code>${name}</code>${required === true ? ", required" : ""}</td><td>${description ?? ""}</td><td></td></tr>`,
        )}
        ${operation.requestBody === undefined ? "" : row("body", operation.requestBody as Described)}
        ${responses.map(([status, response]) => row(status, response))}
      </tbody>
    </table>
  </section>`;
}

interface Described {
  readonly description?: string;
  readonly content?: Readonly<Record<string, { readonly schema?: { readonly $ref?: string } }>>;
}

function row(part: string, { description, content = {} }: Described): Html {
  const contents = Object.entries(content).map(([type, { schema }]) => {
    const name = schema?.$ref?.split("/").at(-1);
    return html`<div><code>${type}</code> ${name === undefined ? "" : html`<a href="#${name}">${name}</a>`}</div>`;
  });
  return html`<tr>
    <td>${part}</td>
    <td>${description ?? ""}</td>
    <td>${contents}</td>
  </tr>`;
}

function schemaSection(name: string, schema: unknown): Html {
  return html`<section id="${name}">
    <h2>${name}</h2>
    <pre><code>${JSON.stringify(schema, null, 2)}</code></pre>
  </section>`;
}
