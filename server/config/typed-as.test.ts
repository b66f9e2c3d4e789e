import assert from "node:assert/strict"
import { spawnSync } from "node:child_process"
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { test } from "node:test"
import { runCommand } from "#testing/command.ts"

const root = join(import.meta.dirname, "../..")
const wrapper = readFileSync(join(root, "deploy/my-account"), "utf8")

/** Runs deploy/my-account in this project, with separate settings and the user of the test. */
function runWrapper(
  typed: string[],
  lines: string | undefined = "MAIL_FROM='a$b&c#d@example.com'\n",
  env: NodeJS.ProcessEnv = process.env,
  replaced: Record<string, string> = { "id my-account": "true" },
  cwd = root,
) {
  const folder = mkdtempSync(join(tmpdir(), "wrapper-"))
  try {
    const settings = join(folder, "settings")
    if (lines === "a folder") mkdirSync(settings)
    else if (lines !== "no file") writeFileSync(settings, lines)
    const asUser = "setpriv --reuid=my-account --regid=my-account --init-groups "
    const own = {
      "/etc/my-account/settings": settings,
      "cd /opt/my-account": `cd ${root}`,
      "--prefix /opt/my-account": `--prefix ${root}`,
      [asUser]: "",
      "/var/lib/my-account": folder,
      ...replaced,
    }
    const script = Object.entries(own).reduce((text, [from, to]) => {
      assert.ok(text.includes(from), from)
      return text.replaceAll(from, to)
    }, wrapper)
    const { status, stdout, stderr } = spawnSync("sh", ["-s", "--", ...typed], {
      input: script,
      encoding: "utf8",
      env,
      cwd,
    })
    return { code: status, out: stdout, err: stderr }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

test("CONFIG-06 the wrapper refuses an unknown command, and lists the known ones", async () => {
  const settings = { TYPED_AS: "my-account" }
  for (const name of ["chekc", "", "fastify", "test", "."]) {
    const isMistyped = name === "chekc" || name === ""
    const { code, out, err } = isMistyped
      ? runWrapper([name])
      : await runCommand("my-account", [name], settings)
    assert.deepEqual([code, out], [2, ""], err)
    assert.ok(err.startsWith(`There is no command '${name}'.`), err)
    assert.match(err, /\nUsage: my-account COMMAND\n--help lists the commands\.\n$/)
  }
  const { code, out } = runWrapper([])
  assert.equal(code, 0)
  assert.match(out, /^Usage: my-account COMMAND\n/)
  assert.match(out, /^ {2}check {2,}.*^ {2}restore {2,}/ms)
})

test("CONFIG-06 the wrapper reports missing parts of the installation, and runs nothing without its settings", () => {
  for (const lines of ["no file", "a folder"]) {
    const { code, out, err } = runWrapper(["check"], lines)
    assert.deepEqual([code, out], [2, ""], lines)
    assert.match(
      err,
      /^my-account: \S+\/settings is not a file that \w+ can read\. Write the settings/,
    )
  }
  const noUser = runWrapper(["check"], undefined, process.env, {
    "id my-account": "id no-such-user-here",
  })
  assert.deepEqual([noUser.code, noUser.out], [2, ""])
  assert.match(noUser.err, /^my-account: there is no user my-account\. docs\/run\/install\.md/)
  const noProgram = runWrapper(["check"], undefined, process.env, {
    [`cd ${root}`]: "cd /no/such/folder",
    "id my-account": "true",
  })
  assert.deepEqual([noProgram.code, noProgram.out], [2, ""])
  assert.match(noProgram.err, /^my-account: there is no \S+my-account\. docs/)
})

test("CONFIG-06 under the wrapper, a command prints its own name and the next command with the wrapper's name", () => {
  for (const typed of [
    ["keys", "--help"],
    ["keys", "--", "--help"],
  ]) {
    const help = runWrapper(typed)
    assert.equal(help.code, 0, help.err)
    assert.match(help.out, /^Usage: my-account keys \[list /)
    assert.doesNotMatch(help.out, /npm run/)
  }
  const mistyped = runWrapper(["restore"])
  assert.equal(mistyped.code, 2)
  assert.match(mistyped.err, /^<folder> is missing\.\nUsage: my-account restore <folder>/)
})

test("CONFIG-06 under the wrapper, paths are relative to the operator's folder", () => {
  const folder = mkdtempSync(join(tmpdir(), "typed in "))
  try {
    const typed = ["check-folder", "nowhere"]
    const { code, err } = runWrapper(typed, undefined, process.env, undefined, folder)
    assert.equal(code, 1, err)
    assert.match(err, new RegExp(`^The folder ${join(folder, "nowhere")} cannot be read`))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})

test("CONFIG-01 the wrapper runs with the settings alone, without the caller's other variables", () => {
  const ofCaller = { ...process.env, POLICY_ADMIN_URL: "nonsense", PGHOST: "db", PORT: "x" }
  const { out } = runWrapper(["check"], "MAIL_FROM='nobody'\n", ofCaller)
  assert.match(out, /PROBLEM {2}settings {2}MAIL_FROM must be an email address/)
  assert.doesNotMatch(out, /POLICY_ADMIN_URL|PORT must/)
})

test("CONFIG-01 the wrapper reports a settings line that the shell and systemd read differently", () => {
  const lines = [
    "# a comment",
    "",
    "MAIL_FROM='a@b.example'",
    'ALERTS_TO="o\'hara@b.example"',
    "SHUTDOWN_DELAY=5",
    "SMTP_URL=Correct horse@mail.example",
    "SECRET_KEY='abc",
    "DATABASE_URL=postgres://a:b$c@db/x",
    'METRICS_TOKEN="a$b"',
    "export PORT=3000",
    "LISTEN_ON='127.0.0.1'\r",
    "ADMIN_PORT = 9464",
    "",
  ]
  const { code, err } = runWrapper(["check"], lines.join("\n"))
  const named = [...err.matchAll(/settings:(\d+): write (\w+)='…'/g)].map(
    ([, line, name]) => `${line} ${name}`,
  )
  assert.deepEqual(named, [
    "6 SMTP_URL",
    "7 SECRET_KEY",
    "8 DATABASE_URL",
    "9 METRICS_TOKEN",
    "10 NAME",
    "11 LISTEN_ON",
    "12 NAME",
  ])
  assert.equal(code, 2)
  assert.doesNotMatch(err, /Correct|horse|not found|abc/)
})

test("CONFIG-01 the wrapper refuses settings that the unit of the service sets", () => {
  const unit = readFileSync(join(root, "deploy/my-account@.service"), "utf8")
  const names = ["DATA_DIR", "NODE_ENV", "PORT", "ADMIN_PORT"]
  for (const name of names) assert.match(unit, new RegExp(`^Environment=${name}=`, "m"))
  const lines = names.map((name) => `${name}='Correct horse'`)
  const others = ["MAIL_FROM='a@b.example'", "# PORT=3000", "ADMIN_PORTAL='x'"]
  const { code, out, err } = runWrapper(["check"], [...others, ...lines].join("\n"))
  const named = [...err.matchAll(/settings:(\d+): the unit \S+ sets (\w+)\. Remove the line\.\n/g)]
  assert.deepEqual(
    named.map(([, line, name]) => `${line} ${name}`),
    names.map((name, index) => `${others.length + index + 1} ${name}`),
  )
  assert.deepEqual([code, out, err.split("\n").length], [2, "", names.length + 1])
  assert.doesNotMatch(err, /Correct|horse/)
})

test("CONFIG-01 the service prints commands as its operator types them", () => {
  const unit = readFileSync(join(root, "deploy/my-account@.service"), "utf8")
  assert.match(unit, /^Environment=TYPED_AS=my-account$/m)
})
