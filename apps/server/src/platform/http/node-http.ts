// An import statement would read every export of node:http, and reading `WebSocket` loads Node's fetch, which takes as
// long as loading Fastify.
export const { createServer, STATUS_CODES } = process.getBuiltinModule("node:http");
