import { once } from "node:events";
import type { Readable } from "node:stream";
import { describe, expect, test } from "vitest";
import { project, run, start, terminal } from "./command.ts";
import { mistaken } from "./lint/findings.ts";

const colour = "\u001b[";

test.each<[string[], Readonly<Record<string, string>>, boolean]>([
  [["lint", "a.json", "--color"], {}, true],
  [["--color", "lint", "a.json"], {}, true],
  [["lint", "--color", "a.json"], { NO_COLOR: "1" }, true],
  [["lint", "--color", "a.json"], { FORCE_COLOR: "0", TERM: "dumb" }, true],
  [["lint", "--no-color", "a.json"], { FORCE_COLOR: "1" }, false],
  [["--no-color", "lint", "a.json"], { FORCE_COLOR: "1" }, false],
  [["--color", "lint", "--no-color", "a.json"], {}, false],
  [["--no-color", "lint", "--color", "a.json"], {}, true],
  [["lint", "--", "a.json", "--color"], {}, false],
  // help
  [["lint", "--help", "--color"], {}, true],
  [["help", "lint", "--no-color"], { FORCE_COLOR: "1" }, false],
  [["--color"], {}, true],
  // what is wrong with the rest of the line
  [["lint", "--fromat", "json", "--color"], {}, true],
  [["lint", "--fromat", "json", "--no-color"], { FORCE_COLOR: "1" }, false],
  [["lnit", "--color"], {}, true],
  [["edges", "list", "--format", "--color"], {}, true],
])("%j with %j has colours: %s", async (args, env, expected) => {
  const { out, err } = await run(args, { cwd: project({ "a.json": mistaken() }), env });
  expect(out + err).not.toBe("");
  expect((out + err).includes(colour)).toBe(expected);
});

test("--no-color takes the colours of a terminal away", async () => {
  const shown = await terminal(["lint", "a.json", "--no-color"], {
    cwd: project({ "a.json": mistaken() }),
  });
  expect(shown).toContain("1 error");
  expect(shown).not.toContain(colour);
});

test("JSON stays JSON", async () => {
  const cwd = project({ "a.json": mistaken() });
  const { out } = await run(["lint", "a.json", "--format", "json", "--color"], { cwd });
  expect(JSON.parse(out)).toMatchObject({ version: 1 });
});

test("a command is found after them", async () => {
  const cwd = project({ "a.json": mistaken() });
  const after = await run(["--no-color", "lint", "a.json"], { cwd });
  expect(after).toEqual(await run(["lint", "a.json"], { cwd }));
  expect((await run(["--color", "--version"], { cwd })).out).toMatch(/^traffic-policy /);
});

describe("the processes of a command obey them, too", () => {
  const shown = async (child: { readonly stdout: Readable | null }): Promise<string> =>
    String(await once(child.stdout as Readable, "data"));

  test("what --watch runs", async () => {
    const child = start(["--color", "lint", "--watch", "a.json"], {
      cwd: project({ "a.json": mistaken() }),
    });
    expect(await shown(child)).toContain(colour);
  });

  test("what loads the policy that is served", async () => {
    const cwd = project({ "a.ts": "throw new Error('broken');" });
    const serve = ["serve", "a.ts", "--upstream", "http://localhost:1", "--port", "0"];
    const { status, err } = await run(["--color", "--no-color", ...serve], { cwd });
    expect(status).toBe(2);
    expect(err).toContain("error: a.ts:1:7: It throws Error: broken.\n");
  });
});
