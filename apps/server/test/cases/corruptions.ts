/** A finding of the doctor: its kind, and the name of the field that differs. */
type Named = [kind: string, column: string | null];

export type Corruption = [name: string, statement: string, found: Named, ...more: Named[]];

const live = "id = (select min(id) from time_entries where billable and deleted_at is null)";
const unbillable = "id = (select min(id) from time_entries where not billable and deleted_at is null)";
const lastChange = `id = (select id from changes where action = 'time_entry.updated' order by at desc, id desc limit 1)`;
const edited = "id = (select target_id from changes where action = 'time_entry.restored')";
const secondVersion = `target_id = (select id from time_entries where ${edited}) and (object ->> 'version') = '2'`;
const purged = "purged_at is not null";
const project = "id = (select id from projects where name = 'Website 2')";

/** Corruptions of the data, each with the findings that the doctor must report. */
export const corruptions: Corruption[] = [
  [
    "a longer duration",
    `update time_entries set duration_seconds = duration_seconds + 3600 where ${live}`,
    ["time_entry.differs", "durationSeconds"],
  ],
  [
    "a doubled rate with its amount",
    `update time_entries set rate_minor = rate_minor * 2, amount_minor = (billable_seconds::bigint * rate_minor * 4 + 3600) / 7200 where ${live}`,
    ["time_entry.differs", "rateMinor"],
    ["time_entry.rule", "rateSource"],
  ],
  ["a deleted entry", `delete from time_entries where ${live}`, ["time_entry.missing", null]],
  [
    "a flipped billable",
    `update time_entries set billable = false where ${live}`,
    ["time_entry.differs", "billable"],
    ["time_entry.rule", "billableSeconds"],
  ],
  [
    "a moved project",
    `update time_entries set (project_id, task_id) = (select project_id, id from tasks where name = 'Build' and project_id in (select id from projects where name = 'Other')) where ${live}`,
    ["time_entry.differs", "projectId"],
  ],
  [
    "an entry of another member's",
    `update time_entries set user_id = 'user_x' where ${live}`,
    ["time_entry.differs", "userId"],
  ],
  [
    "another start",
    `update time_entries set started_at = started_at + interval '1 millisecond' where ${edited}`,
    ["time_entry.differs", "startedAt"],
  ],
  [
    "another description",
    `update time_entries set description = 'Other' where ${live}`,
    ["time_entry.differs", "description"],
  ],
  [
    "tag keys that are not those of the tags",
    `update time_entries set tag_keys = '{other}' where tags = '{late}'`,
    ["time_entry.differs", "tagKeys"],
    ["time_entry.rule", "tagKeys"],
  ],
  [
    "billed time that is not billable",
    `update time_entries set billable_seconds = 60 where ${unbillable}`,
    ["time_entry.rule", "billableSeconds"],
  ],
  [
    "a rate without a source",
    `update time_entries set rate_source = 'none' where ${live}`,
    ["time_entry.differs", "rateSource"],
    ["time_entry.rule", "rateMinor"],
  ],
  [
    "a cost rate of a task that never had one",
    `update time_entries set cost_rate_source = 'task' where ${live}`,
    ["time_entry.rule", "costRateSource"],
  ],
  [
    "an entry brought back",
    `update time_entries set deleted_at = null where deleted_at is not null and purged_at is null`,
    ["time_entry.differs", "deletedAt"],
  ],
  [
    "an entry that nobody made",
    `insert into time_entries select org_id, 'time_0', user_id, project_id, task_id, started_at, 60, 'New', '{}', '{}', false, false, 0 from time_entries where ${live}`,
    ["time_entry.unrecorded", null],
  ],
  [
    "a version that was set back",
    `update time_entries set version = 1 where ${edited}`,
    ["time_entry.differs", "version"],
  ],
  ["a change row that is gone", `delete from changes where ${secondVersion}`, ["time_entry.gap", "version"]],
  ["the last change row, gone", `delete from changes where ${lastChange}`, ["time_entry.differs", "version"]],
  [
    "another last change row",
    `update changes set object = jsonb_set(object, '{duration_seconds}', '1') where ${lastChange}`,
    ["time_entry.differs", "durationSeconds"],
  ],
  [
    "a history that was emptied",
    `update changes set object = '{}', previous = null where target_id = (select id from time_entries where ${live})`,
    ["time_entry.emptied", null],
  ],
  [
    "content in a tombstone",
    `update time_entries set duration_seconds = 60 where ${purged}`,
    ["time_entry.rule", "durationSeconds"],
  ],
  [
    "an entry hidden as a tombstone",
    `update time_entries set deleted_at = updated_at, purged_at = updated_at where ${live}`,
    ["time_entry.unpurged", "purgedAt"],
  ],
  [
    "a larger budget",
    `update projects set budget = jsonb_set(budget, '{seconds}', '999999') where ${project}`,
    ["project.differs", "budget"],
  ],
  ["a deleted project", `delete from projects where name = 'Other'`, ["project.missing", null]],
  ["a renamed task", "update tasks set name = 'Other' where name = 'Build 2'", ["task.differs", "name"]],
  ["a member added to a team", "update teams set member_ids = array['user_1']", ["team.differs", "memberIds"]],
  ["a renamed client", "update clients set name = 'Other'", ["client.differs", "name"]],
  ["a larger rate", "update rates set rate_minor = rate_minor * 2 where kind = 'cost'", ["rate.differs", "rateMinor"]],
  [
    "a rate that begins at another instant",
    "update rates set effective_at = effective_at + interval '1 hour'",
    ["rate.instant", "effectiveAt"],
  ],
  ["a deleted rate", "delete from rates where kind = 'cost'", ["rate.missing", null]],
  [
    "an earlier lock",
    "update organizations set locked_before = locked_before - interval '1 hour'",
    ["organization.instant", "lockedBefore"],
  ],
  [
    "another lock date",
    "update organizations set lock_date = '2025-01-01', locked_before = '2024-12-31T18:15:00Z'",
    ["organization.differs", "lockDate"],
  ],
  [
    "another time zone",
    "update organizations set time_zone = 'UTC'",
    ["organization.differs", "timeZone"],
    ["rate.instant", "effectiveAt"],
  ],
  [
    "another total of a closed timesheet",
    "update timesheets set seconds = seconds + 60 where status = 'approved'",
    ["timesheet.differs", "seconds"],
    ["timesheet.figures", "seconds"],
  ],
  [
    "a statement that was altered",
    `update timesheet_statements set statement = jsonb_set(statement::jsonb, '{totals,seconds}', '60')::json`,
    ["timesheet.statement", "statement"],
  ],
  ["a statement that is gone", "delete from timesheet_statements", ["timesheet.statement", "statementHash"]],
  ["a member of another role", "update members set role = 'viewer'", ["member.differs", "role"]],
  [
    "a change between two change rows, as a row has that was altered by hand and then edited",
    `update changes set object = jsonb_set(object, '{duration_seconds}', '60') where ${secondVersion}`,
    ["time_entry.unexplained", "durationSeconds"],
  ],
  [
    "a sum that is too large",
    "update time_sums set seconds = seconds + 7 where cube = 'user' and level = 'month'",
    ["sums", "seconds"],
  ],
  [
    "an amount that is not rate × time",
    `update time_entries set amount_minor = amount_minor + 1 where ${live}`,
    ["amounts", "amountMinor"],
    ["time_entry.differs", "amountMinor"],
  ],
  [
    "a change row of somebody else's",
    `update changes set user_id = 'user_x' where ${secondVersion}`,
    ["audit.changed", null],
  ],
  [
    "a change row at another instant",
    `update changes set at = at - interval '1 day' where ${lastChange}`,
    ["audit.changed", null],
  ],
  [
    "a change row and its row, changed alike",
    `with entry as (update time_entries set description = 'Other' where ${live}) update changes set object = jsonb_set(object, '{description}', '"Other"') where target_id = (select id from time_entries where ${live})`,
    ["audit.changed", "object"],
  ],
  [
    "a history that was emptied with its row",
    `with entry as (update time_entries set deleted_at = updated_at, purged_at = updated_at where ${edited}) update changes set object = '{}', previous = null where target_id = (select id from time_entries where ${edited})`,
    ["audit.changed", "object"],
  ],
  ["a chained change row that is gone", `delete from changes where action = 'client.updated'`, ["audit.missing", null]],
  [
    "a change row that was put in later",
    `insert into changes select org_id, 'evt_0', at, user_id, key_id, action, target_id, object, previous from changes where ${lastChange}`,
    ["audit.unchained", null],
  ],
  [
    "a change in two blocks",
    "update audit_blocks set change_ids = change_ids || change_ids[1:1] where position = 1",
    ["audit.repeated", null],
    ["audit.block", "changes"],
  ],
  [
    "a block that is gone",
    "delete from audit_blocks where position = 1",
    ["audit.block", "position"],
    ["audit.unchained", null],
  ],
  [
    "a block with another link",
    "update audit_blocks set link = sha256(link) where position = 1",
    ["audit.block", "link"],
  ],
  [
    "another hash in a block",
    "update audit_blocks set row_hashes[1] = row_hashes[2] where position = 1",
    ["audit.block", "link"],
    ["audit.changed", null],
  ],
  [
    "another seal",
    "update changes set object = jsonb_set(object, '{changes}', '1') where action = 'audit.sealed'",
    ["audit.seal", null],
    ["audit.changed", "object"],
  ],
  ["a seal that is gone", "delete from changes where action = 'audit.sealed'", ["audit.missing", null]],
  ["a budget period that is forgotten", "delete from budget_periods", ["budgets", "exceeded"]],
];
