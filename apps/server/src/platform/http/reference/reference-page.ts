import { readFile } from "node:fs/promises";
import type { FastifyInstance } from "fastify";
import { fixedDocument, sendFixed } from "#platform/http/replies/fixed-document.ts";

const swaggerUi = new URL("static/", import.meta.resolve("@fastify/swagger-ui/package.json"));
const assets: Record<string, string> = {
  "swagger-ui-bundle.js": "text/javascript; charset=utf-8",
  "swagger-ui.css": "text/css; charset=utf-8",
  "index.css": "text/css; charset=utf-8",
  "favicon-32x32.png": "image/png",
};
const policy =
  "default-src 'self'; img-src 'self' data:; style-src 'self' 'unsafe-inline'; object-src 'none'; base-uri 'none'; frame-ancestors 'none'";

/** One sample call, as a shell command and in TypeScript. */
export interface Sample {
  curl: string;
  typescript: string;
}

// `BaseLayout` is Swagger UI without its branded top bar. The samples appear above an operation's responses.
const script = (samples: Record<string, Sample>) => `const samples = ${JSON.stringify(samples)};
const withSamples = () => ({
  wrapComponents: {
    InfoContainer: (Original, { React }) => (props) => React.createElement("header", null, React.createElement(Original, props)),
    // A link in the button that opens an operation could not be reached by assistive programs. Opening it sets the address.
    OperationSummaryPath: (Original, { React }) => (props) =>
      React.createElement(Original, { ...props, operationProps: props.operationProps.set("isDeepLinkingEnabled", false) }),
    responses: (Original, { React, specSelectors }) => (props) => {
      const element = React.createElement;
      const sample = samples[specSelectors.specJson().getIn(["paths", props.path, props.method, "operationId"])];
      const original = element(Original, props);
      if (sample === undefined) return original;
      const call = (title, code) => element("div", { style: { flex: "1 1 400px", minWidth: 0 } },
        element("h4", null, title), element("pre", { className: "microlight" }, code));
      const calls = element("div", { className: "opblock-description-wrapper", style: { display: "flex", flexWrap: "wrap", gap: "20px" } },
        call("TypeScript (@stint/sdk)", sample.typescript), call("curl", sample.curl));
      return element("div", null, calls, original);
    },
  },
});
window.onload = () => {
  SwaggerUIBundle({
    url: "/openapi.json",
    dom_id: "#swagger-ui",
    docExpansion: "list",
    deepLinking: true,
    validatorUrl: null,
    presets: [SwaggerUIBundle.presets.apis],
    plugins: [SwaggerUIBundle.plugins.DownloadUrl, withSamples],
    layout: "BaseLayout",
  });
};
`;

// Swagger UI's own colours have too little contrast. There is only one server, so nobody needs to choose it.
const style = `
  .swagger-ui :is(.servers-title, .servers) { display: none; }
  .swagger-ui :is(.info .title small, .opblock.opblock-post .opblock-summary-method) { background: #1c6b43; }
  .swagger-ui :is(.info .title small.version-stamp, .opblock.opblock-get .opblock-summary-method) { background: #1141bc; }
  .swagger-ui .opblock:is(.opblock-put, .opblock-patch) .opblock-summary-method { background: #8a5200; }
  .swagger-ui .opblock.opblock-delete .opblock-summary-method { background: #b3261e; }
  .swagger-ui .info :is(a, .url, .base-url) { color: #1141bc; }
  .swagger-ui .json-schema-2020-12-expand-deep-button { color: #56606d; }
  .swagger-ui .btn.authorize { border-color: #1c6b43; color: #1c6b43; }
`;

function page(title: string): string {
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>${title}</title>
<link rel="stylesheet" href="/docs/static/swagger-ui.css">
<link rel="stylesheet" href="/docs/static/index.css">
<style>${style}</style>
<link rel="icon" type="image/png" href="/docs/static/favicon-32x32.png" sizes="32x32">
<body>
<div id="swagger-ui"></div>
<script src="/docs/static/swagger-ui-bundle.js"></script>
<script src="/docs/static/show-document.js"></script>
</html>
`;
}

/**
 * Serves /docs, which shows /openapi.json in Swagger UI with the sample calls for each operation. The UI's files are
 * served from this host too.
 */
export async function addReferencePage(
  app: FastifyInstance,
  title: string,
  samples: Record<string, Sample>,
): Promise<void> {
  const add = (path: string, body: string | Buffer, type: string) => {
    const document = fixedDocument(body, { "content-type": type, "content-security-policy": policy });
    app.get(path, (request, reply) => sendFixed(request, reply, document));
  };
  add("/docs", page(title), "text/html; charset=utf-8");
  add("/docs/static/show-document.js", script(samples), "text/javascript; charset=utf-8");
  for (const [name, type] of Object.entries(assets))
    add(`/docs/static/${name}`, await readFile(new URL(name, swaggerUi)), type);
}
