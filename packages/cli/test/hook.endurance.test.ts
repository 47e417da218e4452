import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { chmod, mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { onPath } from "#test/support/on-path.ts";
import { loggedIn, serve } from "#test/support/world.ts";

test("a checkout suggests project and issue, starts nothing, and leaves other hooks as they are", async () => {
  const served = await serve();
  const { home } = await loggedIn(served);
  const repository = join(home.path, "website");
  await mkdir(repository);
  const mine = "#!/bin/sh\necho mine\n[ ! -e fails ]\n";
  const env = await onPath(home, { GIT_CONFIG_GLOBAL: "/dev/null" });
  const run = (...command: string[]) =>
    execFileSync("sh", ["-c", command.join(" ")], {
      cwd: repository,
      env,
      encoding: "utf8",
      stdio: ["ignore", "pipe", "pipe"],
    });
  run("git init -q -b main . && git -c user.name=a -c user.email=a@example.com commit -q --allow-empty -m first");
  await writeFile(join(repository, ".git/hooks/post-checkout"), mine);
  await chmod(join(repository, ".git/hooks/post-checkout"), 0o755);
  assert.match(run("stint hook install --dry-run"), /^Would add/);
  run("stint hook install");
  assert.match(run("stint hook install"), /already/);
  assert.equal(
    run("git checkout -q -b feature/ABC-12-fix-login 2>&1"),
    `mine
Track this branch: stint start '@Website ABC-12 fix login'
Or log it afterwards: stint log '45m @Website ABC-12 fix login' --ref ABC-12
`,
  );
  assert.equal((await home.json(["status", "--json"])).running, false);
  await home.ok(["start", "@Website ABC-12 fix login"]);
  run("git checkout -q main 2>&1");
  assert.equal(run("git checkout -q feature/ABC-12-fix-login 2>&1"), "mine\n", "what is running isn't suggested");
  await served.owner.post("/v1/projects", { name: String.raw`Bob's $(touch pwned) \'; touch pwned; \'` });
  await home.ok(["sync"]);
  const suggested = run(`git checkout -q -b "bob's/12-don't;touch\\\${IFS}pwned;'" 2>&1`);
  const [, command = ""] = /^Switch to this branch: (.*)$/m.exec(suggested) ?? [];
  // In single quotes, fish reads backslashes as escapes.
  if (spawnSync("fish", ["--version"]).status === 0)
    execFileSync("fish", ["-c", `${command} --dry-run`], { cwd: repository, env });
  run(command);
  const { project, description } = await home.json(["status", "--json"]);
  assert.deepEqual(
    [project, description],
    [String.raw`Bob's $(touch pwned) \'; touch pwned; \'`, "12 don't;touch${IFS}pwned;'"],
  );
  assert.equal(existsSync(join(repository, "pwned")), false, suggested);
  await home.ok(["logout", "--yes"]);
  assert.equal(run("git checkout -q main 2>&1"), "mine\n", "without a login git works as ever");
  const status = run("touch fails; git checkout -q feature/ABC-12-fix-login 2>&1; echo $?");
  assert.equal(status, "mine\n1\n", "git returns the status of the other hook");
  run("stint hook uninstall");
  assert.equal(await readFile(join(repository, ".git/hooks/post-checkout"), "utf8"), mine);
});
