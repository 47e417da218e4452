import type { FastifyReply, FastifyRequest } from "fastify";

/**
 * Lets pages of any origin use routes that take no cookies, such as the inspector of MCP in a browser (Fetch, "CORS
 * protocol"). A page can send only the tokens that it was given, so its origin says nothing about its rights.
 */
export function allowAnyOrigin(reply: FastifyReply): void {
  void reply.header("access-control-allow-origin", "*").header("access-control-expose-headers", "*");
}

/** Answers the request with which a browser asks for permission to send another one. */
export async function answerPreflight(_request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  allowAnyOrigin(reply);
  return reply
    .headers({
      "access-control-allow-methods": "GET, POST, DELETE",
      // The wildcard does not include Authorization.
      "access-control-allow-headers": "Authorization, *",
      "access-control-max-age": "7200",
    })
    .code(204)
    .send();
}
