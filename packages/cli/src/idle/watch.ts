// Records when the user is away while a timer runs. The operating system reports only the current idle time, so a shell
// loop in the background polls it until the timer ends. The loop appends lines with the time, the idle seconds and
// whether the screen is locked to `samples`. It creates `away` once the user has been away long enough.
import { existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type Context, folderOf } from "#src/context/context.ts";
import { readJsonFile, writeJsonFile } from "#src/context/json-file.ts";
import { startDetached } from "#src/context/start-detached.ts";

const samplesFile = "samples";
const awayFile = "away";
const watcherFile = "watcher";
const askedFile = "asked";
const settingFile = "idle.json";
const defaultSeconds = 30;
const defaultMinutes = 10;

/**
 * A shell function that sets `idle` to the seconds without input, and `locked` to 1 if the screen is locked. Fails if
 * the machine reports neither.
 */
const sample = `
sample() {
  if command -v loginctl >/dev/null; then
    session=\${XDG_SESSION_ID:-$(loginctl show-user "$(id -u)" -p Display --value 2>/dev/null)}
    shown=$(loginctl show-session "$session" -p IdleHint -p IdleSinceHint -p LockedHint 2>/dev/null)
    case $shown in
      *IdleHint=*)
        idle=0 locked=0
        since=$(printf '%s\\n' "$shown" | sed -n 's/^IdleSinceHint=\\([0-9]*\\)[0-9]\\{6\\}$/\\1/p')
        case $shown in *LockedHint=yes*) locked=1 ;; esac
        case $shown in IdleHint=yes*|*"
IdleHint=yes"*) [ -n "$since" ] && idle=$(($(date +%s) - since)) ;; esac
        mutter=$(gdbus call --session --dest org.gnome.Mutter.IdleMonitor --object-path /org/gnome/Mutter/IdleMonitor/Core \\
          --method org.gnome.Mutter.IdleMonitor.GetIdletime 2>/dev/null | sed -n 's/^(uint64 \\([0-9]*\\),)$/\\1/p')
        [ -n "$mutter" ] && [ $((mutter / 1000)) -gt $idle ] && idle=$((mutter / 1000))
        return 0
        ;;
    esac
  fi
  if command -v ioreg >/dev/null; then
    idle=$(ioreg -c IOHIDSystem 2>/dev/null | sed -n 's/.*"HIDIdleTime" = \\([0-9]*\\)[0-9]\\{9\\}$/\\1/p' | head -n 1)
    locked=0
    ioreg -n Root -d1 2>/dev/null | grep -q '"CGSSessionScreenIsLocked"=Yes' && locked=1
    idle=\${idle:-0}
    return 0
  fi
  return 1
}`;

/**
 * A shell loop that records samples. It ends after a day, when another watcher has replaced it, or when the folder is
 * gone.
 */
const loop = `${sample}
cd "$1" && printf '%s' $$ >${watcherFile} || exit
end=$(($(date +%s) + 86400))
while [ "$(cat ${watcherFile} 2>/dev/null)" = $$ ] && [ "$(date +%s)" -lt $end ]; do
  sample || break
  now=$(date +%s)
  printf '%s %s %s\\n' "$now" "$idle" "$locked" >>${samplesFile}
  if [ $locked = 1 ] || [ "$idle" -ge "$2" ] || [ $((now - \${last:-now})) -ge "$2" ]; then : >${awayFile}; fi
  last=$now
  sleep "$3"
done
[ "$(cat ${watcherFile} 2>/dev/null)" != $$ ] || rm -f ${watcherFile}`;

export function watchIdle(context: Context): void {
  const folder = folderOf(context);
  const minutes = readIdleMinutes(folder);
  const { env, platform } = context.process;
  if (minutes === 0 || platform === "win32") return;
  const seconds = Number(env["STINT_IDLE_SECONDS"]) || defaultSeconds;
  if (isWatched(folder, context.now(), seconds)) return;
  rmSync(join(folder, samplesFile), { force: true });
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const args = ["-c", loop, "stint-idle", folder, String(minutes * 60), String(seconds)];
  startDetached(context, "sh", args);
}

function isWatched(folder: string, nowMs: number, seconds: number): boolean {
  if (!existsSync(join(folder, watcherFile))) return false;
  const { mtimeMs } = statSync(join(folder, samplesFile), { throwIfNoEntry: false }) ?? { mtimeMs: 0 };
  // A recent sample shows that the watcher is running. After sleep, even a running watcher's last sample is old, but
  // `away` shows that it has noticed the sleep.
  return nowMs - mtimeMs < Math.max(3 * seconds, 60) * 1000 || existsSync(join(folder, awayFile));
}

/**
 * Whether the user may have been away: the watcher recorded it, or the machine slept and the watcher has not polled
 * since.
 */
export function mayHaveBeenAway(folder: string, nowMs: number): boolean {
  if (existsSync(join(folder, awayFile))) return true;
  if (!existsSync(join(folder, watcherFile))) return false;
  const sampled = statSync(join(folder, samplesFile), { throwIfNoEntry: false });
  return sampled !== undefined && nowMs - sampled.mtimeMs >= (readIdleMinutes(folder) || Infinity) * 60_000;
}

/**
 * Returns the samples, and when the user was last asked; absences before that have been dealt with. Removes the records
 * before the user is asked again, so that a question that was interrupted is not repeated.
 */
export function takeSamples(folder: string, options: { isOver: boolean }): { samples: string; askedMs: number } {
  const path = join(folder, samplesFile);
  const samples = existsSync(path) ? readFileSync(path, "utf8") : "";
  const askedMs = statSync(join(folder, askedFile), { throwIfNoEntry: false })?.mtimeMs ?? 0;
  forgetAway(folder, options);
  writeFileSync(join(folder, askedFile), "");
  return { samples, askedMs };
}

/** Removes the recorded absences. With `isOver`, also ends the watcher. */
export function forgetAway(folder: string, { isOver }: { isOver: boolean }): void {
  for (const file of [awayFile, samplesFile, ...(isOver ? [watcherFile] : [])])
    rmSync(join(folder, file), { force: true });
}

/** Returns the number of minutes without input after which the user counts as away; 0 turns this off. */
export function readIdleMinutes(folder: string): number {
  const { minutes } = readJsonFile<{ minutes: unknown }>(join(folder, settingFile)) ?? {};
  return typeof minutes === "number" ? minutes : defaultMinutes;
}

export const writeIdleMinutes = (folder: string, minutes: number): void =>
  writeJsonFile(join(folder, settingFile), { minutes });
