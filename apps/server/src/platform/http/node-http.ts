// An import statement would read all exports of node:http at once. One of them, WebSocket, then loads Node's own fetch,
// which takes as long as loading Fastify.
export const { createServer, STATUS_CODES } = process.getBuiltinModule("node:http");
