import { readFileSync } from "node:fs";
import { constants } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { project, run, runOnTerminal } from "../command.ts";
import { Deploying, edges, policy, sshAndWeb } from "./service.ts";

const files = { "ssh.json": policy("norway"), "web.json": policy("france") };
const { ssh, web } = sshAndWeb;

test("deploy shows the plan and asks, and writes after a yes", async () => {
  const deploying = await Deploying.start(files);
  const shown = plain(await deploying.terminal(["deploy"], ["y"]));
  expect(shown.indexOf("2 to create.")).toBeLessThan(shown.indexOf("Deploy this? [y/N] y"));
  expect(shown).toContain("2 applied and verified.");
  expect(shown).toMatch(/It took \d+\.\d s\./);
  expect(await deploying.stored(ssh)).not.toBeNull();
});

test.each(["n", "", "yesterday"])("an answer %j is no yes", async (answer) => {
  const deploying = await Deploying.start(files);
  const shown = await deploying.terminal(["deploy"], [answer]);
  expect(shown).toContain("Nothing was deployed: you answered no.");
  expect(shown).not.toContain("Result:");
  expect(await deploying.stored(web)).toBeNull();
});

test.each([
  ["Ctrl-C", "\u0003"],
  ["Ctrl-D", "\u0004"],
])("%s at the question cancels, and nothing is written", async (_key, character) => {
  const deploying = await Deploying.start(files);
  const shown = plain(await deploying.terminal(["deploy"], [character]));
  expect(shown).toContain("Deploy this? [y/N] \r\nerror: Nothing was deployed: cancelled.\r\n");
  expect(await deploying.stored(web)).toBeNull();
  await deploying.run("deploy", "--yes", "--target", "ssh");
  const back = plain(await deploying.terminal(["rollback"], [character]));
  expect(back).toContain("error: Nothing was rolled back: cancelled.\r\n");
  expect(await deploying.stored(ssh)).toMatchObject({ enabled: true });
});

test("nobody is asked what nobody sees", async () => {
  const deploying = await Deploying.start(files);
  await deploying.terminal(["deploy"], [], "2>errors.log");
  expect(readFileSync(join(deploying.cwd, "errors.log"), "utf8")).toContain(
    "error: Nothing was deployed: there is no terminal to ask for confirmation.\n",
  );
  expect(await deploying.stored(ssh)).toBeNull();
});

test("rollback offers to disable what it cannot remove", async () => {
  const deploying = await Deploying.start(files);
  await deploying.run("deploy", "--yes", "--target", "ssh");
  const refused = plain(await deploying.terminal(["rollback"], ["n"]));
  expect(refused).toContain("Disable instead, which has the same effect on traffic? [y/N] n");
  expect(await deploying.stored(ssh)).toMatchObject({ enabled: true });
  const shown = plain(await deploying.terminal(["rollback"], ["y", "y"]));
  expect(shown).toContain("Roll back to this? [y/N] y");
  expect(await deploying.stored(ssh)).toMatchObject({ enabled: false });
});

test("a few lines show the targets under way and their steps, and are gone at the end", async () => {
  const deploying = await Deploying.start(
    { "edge.json": policy("norway") },
    { targets: edges(12) },
  );
  deploying.emulator.setFaults({ faults: [{ fault: "delay", milliseconds: 1000 }] });
  const shown = await deploying.terminal(["deploy", "--max-changes", "100%", "--yes"]);
  expect(shown).toContain("Reading: 0 of 12");
  expect(shown).toMatch(/Deploying: \d+ of 12 \(\d+ applied\)/);
  for (const step of ["reading", "writing", "reading back"]) {
    expect(plain(shown)).toMatch(new RegExp(`edge-\\d+ +${step}\r\n`));
  }
  expect(shown.lastIndexOf("Deploying: ")).toBeLessThan(shown.indexOf("Result:"));
  // The cursor is there again.
  expect(shown.lastIndexOf("\u001b[?25h")).toBeGreaterThan(shown.lastIndexOf("\u001b[?25l"));
});

test.each(["SIGINT", "SIGTERM", "SIGHUP"] as const)(
  "the cursor is shown again when %s ends a command that shows how far it is",
  async (signal) => {
    const deploying = await Deploying.start(
      { "edge.json": policy("norway") },
      { targets: edges(3) },
    );
    deploying.emulator.setFaults({ faults: [{ fault: "delay", milliseconds: 20_000 }] });
    const ended = await deploying.interrupted(["plan"], "Reading: 0 of 3", signal);
    expect(ended.signal).toBe(constants.signals[signal]);
    expect(ended.shown).toContain(hideCursor);
    expect(ended.shown.lastIndexOf(showCursor)).toBeGreaterThan(
      ended.shown.lastIndexOf(hideCursor),
    );
  },
);

test("the cursor is shown again when the command itself fails", async () => {
  const crash = "setTimeout(() => { throw new Error('a mistake'); }, 6000)";
  const deploying = await Deploying.start(
    { "edge.json": policy("norway") },
    {
      targets: edges(3),
      env: { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(crash)}` },
    },
  );
  deploying.emulator.setFaults({ faults: [{ fault: "delay", milliseconds: 20_000 }] });
  const shown = await deploying.terminal(["plan"]);
  expect(shown).toContain("a mistake");
  expect(shown).toContain(hideCursor);
  expect(shown.lastIndexOf(showCursor)).toBeGreaterThan(shown.lastIndexOf(hideCursor));
});

const [hideCursor, showCursor] = ["\u001b[?25l", "\u001b[?25h"];

/** What is shown without colours and without where it is shown. */
function plain(shown: string): string {
  // oxlint-disable-next-line no-control-regex
  return shown.replaceAll(/\u001b\[[\d;?]*[A-Za-z]/g, "");
}

test.each([
  [["deploy"], "Deploy this to production? [y/N] "],
  [["rollback", "--disable"], "Roll back to this in production? [y/N] "],
  [["promote", "staging"], "Promote this to production? [y/N] "],
])("%j asks about the environment, whose name may be out of sight", async (args, question) => {
  const target = (emulator: string, edge: string): object => ({
    service: { emulator },
    targets: { ssh: { edge } },
  });
  const cwd = project({
    "traffic-policy.config.json": JSON.stringify({
      targets: { ssh: { kind: "tcp-edge", policy: "ssh.json" } },
      environments: { staging: target("test", "edge_1"), production: target("real", "edge_2") },
    }),
    "ssh.json": policy("norway"),
  });
  const [command = "", ...others] = args;
  const isPromotion = command === "promote";
  if (command !== "deploy") {
    const environment = isPromotion ? "staging" : "production";
    await run(["deploy", "--yes", "--environment", environment], { cwd });
  }
  const where = isPromotion ? ["production"] : ["--environment", "production"];
  const { shown } = await runOnTerminal([command, ...others, ...where], { cwd, answers: ["n"] });
  expect(plain(shown)).toContain(question);
});
