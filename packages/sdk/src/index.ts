export * from "./blog.ts";
export {
  type CallOptions,
  Client,
  type ClientOptions,
  type ConditionalOptions,
  type PostOptions,
  type ReadOptions,
  type SentRequest,
} from "./client.ts";
export * from "./errors.ts";
export type * from "./generated/error-codes.ts";
export type * from "./generated/webhook-events.ts";
export * from "./generated/index.ts";
export type * from "./generated/schemas.ts";
export { Page, PageList } from "./pages.ts";
export {
  type StatementFile,
  type StatementFileFault,
  type VerifiableStatement,
  type VerifiedStatementFile,
  verifyStatementFiles,
} from "./statement-files.ts";
export {
  type StatementFault,
  type StatementFaultCode,
  type StatementVerification,
  verifyStatement,
} from "./statements.ts";
export type { ClosedStream, OpenedStream, StreamedEvent, StreamOptions } from "./stream.ts";
export type { ProjectChange } from "./sync-projects.ts";
export type { Synced, SyncStart, SyncStart as ProjectSyncQuery } from "./sync-run.ts";
export type { EntryChange, SyncQuery } from "./sync.ts";
export { verifyWebhook, type VerifyOptions, type WebhookHeaders } from "./webhooks.ts";
