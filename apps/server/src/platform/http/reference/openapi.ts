import { readFile } from "node:fs/promises";
import { promisify } from "node:util";
import zlib from "node:zlib";
import type { FastifyInstance, RouteOptions } from "fastify";
import { type CodedDocument, sendCoded } from "#platform/http/replies/coded-document.ts";
import { fixedDocument } from "#platform/http/replies/fixed-document.ts";
import { addReferencePage } from "./reference-page.ts";
import type { OpenApiOptions } from "./write-document.ts";

declare module "fastify" {
  interface FastifyInstance {
    /** Returns the OpenAPI document of the routes. Requests are answered from a file, so the service never calls it. */
    describeApi(): Promise<object>;
  }
  interface FastifySchema {
    operationId?: string;
    summary?: string;
    description?: string;
    tags?: string[];
  }
}

/**
 * Serves the OpenAPI 3.1 document, generated from the schemas that validate requests, at /openapi.json, and the
 * reference page at /docs. `?examples=false` leaves out the examples, which makes the document a fifth smaller.
 */
export async function addOpenApi(app: FastifyInstance, options: OpenApiOptions): Promise<void> {
  const routes: RouteOptions[] = [];
  app.addHook("onRoute", (route) => void (route.method === "HEAD" || routes.push(route)));
  app.decorate("describeApi", async () => (await import("./write-document.ts")).writeDocument(routes, options));
  await addReferencePage(app, options.title, options.samples);
  const documents: Record<string, Promise<CodedDocument>> = {};
  app.get<{ Querystring: { examples?: string } }>("/openapi.json", async (request, reply) => {
    const hasExamples = request.query.examples !== "false";
    return sendCoded(request, reply, await (documents[`${hasExamples}`] ??= readDocument(options.file, hasExamples)));
  });
}

async function readDocument(file: URL, hasExamples: boolean): Promise<CodedDocument> {
  const document: unknown = JSON.parse(await readFile(file, "utf8"));
  const compact = JSON.stringify(hasExamples ? document : withoutExamples(document));
  const of = (body: string | Buffer, coding: object = {}) =>
    fixedDocument(body, { "content-type": "application/json", vary: "accept-encoding", ...coding });
  // The default quality of Brotli, 11, would take a second.
  const quality = { params: { [zlib.constants.BROTLI_PARAM_QUALITY]: 6 } };
  return {
    plain: of(compact),
    br: of(await promisify(zlib.brotliCompress)(compact, quality), { "content-encoding": "br" }),
    gzip: of(
      await promisify<string, zlib.ZlibOptions, Buffer>(zlib.gzip)(compact, {
        level: zlib.constants.Z_BEST_COMPRESSION,
      }),
      {
        "content-encoding": "gzip",
      },
    ),
  };
}

/** Copies a part of the document without its examples. In `properties`, the keys are names of fields. */
function withoutExamples(part: unknown, isFields = false): unknown {
  if (Array.isArray(part)) return part.map((item) => withoutExamples(item));
  if (typeof part !== "object" || part === null) return part;
  const entries = Object.entries(part).filter(([key]) => isFields || (key !== "example" && key !== "examples"));
  return Object.fromEntries(
    entries.map(([key, inner]) => [key, withoutExamples(inner, key === "properties" && !isFields)]),
  );
}
