import { html } from "hono/html";
import type { ApiDescription } from "./describe-api.ts";

type Operation = NonNullable<NonNullable<ApiDescription["paths"]>[string]["get"]>;
type Html = ReturnType<typeof html>;

const STYLE = `
  :root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
  body { max-width: 60rem; margin: 2rem auto; padding: 0 1rem; }
  section { border-top: 1px solid color-mix(in srgb, currentColor 25%, transparent); padding-top: 1rem; margin-top: 2rem; }
  h2 code { font-size: 1.1rem; } table { border-collapse: collapse; width: 100%; }
  th, td { text-align: start; vertical-align: top; padding: .25rem .75rem .25rem 0; }
  code, pre { font-family: ui-monospace, monospace; } pre { overflow-x: auto; }
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
