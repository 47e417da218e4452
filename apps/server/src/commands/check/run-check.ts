import type { Config } from "#platform/config/config.ts";
import { readDatabaseTime } from "#platform/database/connection/database-clock.ts";
import { openWayOut } from "#platform/egress/way-out.ts";
import { normalEmail } from "#platform/email.ts";
import { isForPeople } from "#commands/command-line/command-error.ts";
import { UsageError } from "#commands/command-line/command-line.ts";
import { awaitHealth, findListener, requestMs } from "#commands/health/health.ts";
import { checkoutDir, commandSessions, openDatabase, type OpenDatabase } from "#commands/open/open-service.ts";
import { findNotedAddress } from "#commands/service/service-address.ts";
import { endsWithin } from "#platform/concurrency/ends-within.ts";
import { checkPublicAddress } from "./check-address.ts";
import { checkBackups, findBackupBytes } from "./check-backups.ts";
import { checkDatabase, checkDatabaseClock, checkKey, checkNewestChange } from "./check-database.ts";
import { checkDisks, checkFiles, foldersOf } from "./check-files.ts";
import { checkGroups, checkOpenId } from "./check-openid.ts";
import { checkMail } from "./check-mail.ts";
import { checkSettings } from "./check-settings.ts";
import { checkWayOut } from "./check-way-out.ts";
import { type Area, type Finding, findingsOf, reasonOf } from "./finding.ts";

export interface CheckOptions {
  sendMail: string | undefined;
  json: boolean;
}

/** The timeout of a section, which makes several requests in turn. */
const sectionMs = 6 * requestMs;
/** How long opening and closing the database may take, because a server that was killed has to recover first. */
const openMs = 2 * sectionMs;

/** Runs `stint-server check`, which changes nothing. Returns false if any finding is bad. */
export async function runCheck(
  env: Record<string, string | undefined>,
  out: (text: string) => void,
  { sendMail, json }: CheckOptions,
): Promise<boolean> {
  const sendTo = sendMail === undefined ? undefined : normalEmail(sendMail);
  if (sendMail !== undefined && sendTo === undefined)
    throw new UsageError(`--send-mail must be an email address, not ${JSON.stringify(sendMail)}.`);
  const { config, findings } = checkSettings(env);
  if (config === undefined)
    findings.push(findingsOf("settings").note("Nothing else was checked, because the settings are not valid."));
  else findings.push(...(await checkAll(config, sendTo)), ...(await checkWayOut(config, env)));
  const isGood = findings.every(({ status }) => status !== "bad");
  out(json ? `${JSON.stringify({ good: isGood, findings })}\n` : describe(findings));
  return isGood;
}

async function checkAll(config: Config, sendTo: string | undefined): Promise<Finding[]> {
  openWayOut(config.wayOut);
  const mail = section("mail", async () => [await checkMail(config.smtp, sendTo)]);
  const openId = section("OpenID", async () =>
    checkOpenId(config.openId, await findPublicUrl(config, config.publicUrl)),
  );
  const address = section("service", () => checkService(config));
  const stored = await checkStored(config);
  return [...stored, ...(await mail), ...(await openId), ...(await address)];
}

/** Checks everything that is stored: files, disks, and the database with its contents. */
async function checkStored(config: Config): Promise<Finding[]> {
  const opened = await open(config);
  if ("failure" in opened) {
    const mend = config.databaseUrl === undefined ? "See the message." : "See the message, and PostgreSQL's log.";
    const findings = [findingsOf("database").bad(opened.failure, mend)];
    return [...(await checkFolders(config, config.dataDir, undefined)), ...findings];
  }
  const { db, dataDir } = opened.database;
  const { backupDir } = foldersOf(config, dataDir);
  try {
    const bytes = await findBackupBytes(db).catch(() => undefined);
    return [
      ...(await checkFolders(config, dataDir, bytes)),
      ...(await section("database", () => checkDatabase(db, config))),
      ...(await section("clock", async () => [await checkDatabaseClock(db), ...(await checkNewestChange(db))])),
      ...(await section("secret key", async () => [await checkKey(db, config, dataDir)])),
      ...(await section("groups", () => checkGroups(db, config.openIdGroups))),
      ...(await section("backups", () =>
        readDatabaseTime(db).then((now) => checkBackups(db, config.backup, backupDir, now)),
      )),
    ];
  } finally {
    await within(openMs, opened.database.close()).catch(() => undefined);
  }
}

async function checkFolders(config: Config, dataDir: string | undefined, backupBytes: number | undefined) {
  const folders = foldersOf(config, dataDir);
  return [
    ...(await section("files", () => checkFiles(config, folders))),
    ...(await section("disks", () => checkDisks(config.backup, folders, backupBytes))),
  ];
}

async function open(config: Config): Promise<{ database: OpenDatabase } | { failure: string }> {
  try {
    const say = () => undefined;
    return {
      database: await within(
        openMs,
        openDatabase({ config, say, poolSize: commandSessions, begins: false, migrates: false }),
      ),
    };
  } catch (error) {
    return {
      failure: isForPeople(error) ? (error as Error).message : `The database did not open: ${reasonOf(error)}.`,
    };
  }
}

async function checkService(config: Config): Promise<Finding[]> {
  const { good, note, bad } = findingsOf("service");
  const { ready, running, url, reason } = await awaitHealth(() => findListener(config, checkoutDir), 0);
  const findings = [];
  if (ready) findings.push(good(`Stint is ready at ${url}.`));
  else if (running) findings.push(bad(reason ?? "", "Read the service's log."));
  else findings.push(note(reason ?? ""));
  return [...findings, ...(await checkPublicAddress(await findPublicUrl(config, url), running))];
}

/** Returns PUBLIC_URL or, if this shell does not have the service's settings, the URL that the service recorded. */
async function findPublicUrl({ publicUrl, isAddressSet, databaseUrl, dataDir }: Config, listener: string) {
  if (isAddressSet || databaseUrl !== undefined) return publicUrl;
  const noted = dataDir === undefined ? undefined : await findNotedAddress(dataDir);
  return noted ?? listener;
}

/** Returns the findings of a section; a failure or timeout becomes a finding too. */
async function section(area: Area, check: () => Promise<Finding[]>): Promise<Finding[]> {
  try {
    return await within(sectionMs, check());
  } catch (error) {
    return [findingsOf(area).bad(`This could not be checked: ${reasonOf(error)}.`, "See the message.")];
  }
}

async function within<T>(ms: number, work: Promise<T>): Promise<T> {
  if (await endsWithin(ms, work)) return work;
  throw new Error(`no reply within ${ms / 1000} s`);
}

const marks = { good: "good", note: "note", bad: "BAD " };

function describe(findings: readonly Finding[]): string {
  const lines = findings.flatMap(({ area, status, message, mend }) => [
    `${marks[status]}  ${area}: ${message}`,
    ...(mend === null ? [] : [`      → ${mend}`]),
  ]);
  const count = findings.filter(({ status }) => status === "bad").length;
  const sum = count === 0 ? "Nothing is bad." : count === 1 ? "1 thing is bad." : `${count} things are bad.`;
  return `${[...lines, sum].join("\n")}\n`;
}
