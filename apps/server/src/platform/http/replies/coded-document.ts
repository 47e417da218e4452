import type { FastifyReply, FastifyRequest } from "fastify";
import { type FixedDocument, sendFixed } from "./fixed-document.ts";

/** A fixed document, compressed in advance with each content coding. Each version has a different ETag. */
export interface CodedDocument {
  plain: FixedDocument;
  br?: FixedDocument | undefined;
  gzip?: FixedDocument | undefined;
}

/** Sends the smallest version that the client accepts. */
export function sendCoded(request: FastifyRequest, reply: FastifyReply, document: CodedDocument): FastifyReply {
  const accepted = request.headers["accept-encoding"];
  if (document.br !== undefined && acceptsCoding(accepted, "br")) return sendFixed(request, reply, document.br);
  if (document.gzip !== undefined && acceptsCoding(accepted, "gzip")) return sendFixed(request, reply, document.gzip);
  return sendFixed(request, reply, document.plain);
}

/** Whether a client accepts a content coding (RFC 9110 §12.5.3). */
function acceptsCoding(accepted: string | undefined, coding: string): boolean {
  const weights = new Map<string, number>();
  for (const part of (accepted ?? "").toLowerCase().split(",")) {
    const [name = "", ...parameters] = part.split(";").map((each) => each.trim());
    const weight = parameters.find((each) => each.startsWith("q="))?.slice(2);
    weights.set(name, weight === undefined ? 1 : Number(weight));
  }
  return (weights.get(coding) ?? weights.get("*") ?? 0) > 0;
}
