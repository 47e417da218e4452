/**
 * Every table of a tenant, in the order in which they are emptied when an organization is removed: what refers before
 * what is referred to, keys first so that nobody uses them meanwhile, and changes after all that writes some.
 */
export const tenantTables = [
  "api_keys",
  "idempotent_replies",
  "delivery_attempts",
  "deliveries",
  "webhooks_behind",
  "webhooks",
  "event_queue",
  "timers",
  "time_entries",
  "time_sum_deltas",
  "time_sums",
  "tag_names",
  "budget_periods",
  "rates",
  "tasks",
  "projects",
  "clients",
  "audit_blocks",
  "changes",
  "invitations",
  "members",
] as const;
