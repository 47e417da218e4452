import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { join } from "node:path";
import { test } from "node:test";
import { promisify } from "node:util";
import { cannotMount } from "@stint/server/test/processes/start-postgres-process.ts";
import { builtCommand, loggedIn, serve } from "#test/support/world.ts";

test(
  "a full disk: nothing is recorded, it is said, and what was recorded before is kept",
  { skip: cannotMount() },
  async () => {
    const served = await serve();
    const { home } = await loggedIn(served);
    await home.ok(["log", "yesterday 9-10 @web work 0"]);
    const command = await builtCommand();
    // Mount a small disk, copy the data to it, fill most of it with a file, and the rest in a loop.
    const script = `
    cp -r "$1" "$1.copy" && mount -t tmpfs -o size=600k tmpfs "$1" && cp "$1.copy"/* "$1" && rm -r "$1.copy" || exit 99
    head -c $(($(df --output=avail -B1 "$1" | tail -1) - 100000)) /dev/zero >"$1/filler" || exit 99
    shift
    for n in $(seq 400); do
      "$@" log "yesterday 9-10 @web $(printf 'x%.0s' $(seq 1900))" >/dev/null 2>"$HOME/stderr" || break
    done
    echo "code $?"; cat "$HOME/stderr"
    "$@" list yesterday`;
    const data = join(home.path, ".local/share/stint/default");
    const filled = await promisify(execFile)(
      "unshare",
      ["-m", "sh", "-c", script, "sh", data, process.execPath, command],
      { env: home.env },
    );
    assert.match(filled.stdout, /The disk is full, so nothing was recorded\.\nFree some space/);
    assert.match(filled.stdout, /work 0/);
  },
);
