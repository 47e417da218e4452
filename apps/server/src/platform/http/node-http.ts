// An import statement would read every export of node:http. Reading `WebSocket` loads Node's fetch, which takes as long
// as loading Fastify.
export const { createServer, STATUS_CODES } = process.getBuiltinModule("node:http");
