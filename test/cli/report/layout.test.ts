import { cpSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { impactLines } from "@traffic-policy/policy-impact/report";
import { laidOut, textWidth, withoutColors } from "@traffic-policy/report";
import fc from "fast-check";
import { describe, expect, onTestFinished, test } from "vitest";
import { userEnvironment } from "../../../scripts/user-environment.js";
import { run } from "../../../packages/cli/src/program.ts";
import {
  deniedBy,
  example,
  forwarded,
  impactOfPassages,
  names,
  passage,
  week,
} from "../../policy-impact/report/made-impact.ts";
import { sampled, seedAndRuns } from "../../seeded.ts";
import { testContext } from "../context.ts";

const widths = [80, 100, 120, 200];

// oxlint-disable-next-line no-control-regex
const uncoloured = (text: string): string => text.replaceAll(/\u001b\[\d+m/g, "");

const words = [
  "office",
  "東京エッジ",
  "cafe\u0301",
  "🚀",
  "a",
  "conn.client_ip",
  "policies/team/of/a/very/long/name/that/goes/on/and/on/web.policy.json",
  "https://example.com/a/very/long/path/that/does/not/end/here/but/somewhere/else?with=a&query=too",
];

const sentence = (most: number) =>
  fc
    .array(fc.constantFrom(...words), { minLength: 1, maxLength: most })
    .map((some) => some.join(" "));

interface World {
  readonly name: string;
  readonly value: string;
  readonly path: string;
  /** Whether its policies are those of cloud endpoints; those of routes otherwise. */
  readonly isInPhases: boolean;
}

const [seed] = seedAndRuns(1);
const worlds = sampled(
  fc.record({
    name: sentence(30),
    value: sentence(60),
    path: fc.stringMatching(/^[a-z]{1,12}(\/[a-z]{1,12}){0,6}$/),
    isInPhases: fc.boolean(),
  }),
  1,
  20,
);

/** A folder of files whose names, values and conditions are as long as those of a world. */
function folderOf({ name, value, path, isInPhases }: World): string {
  const [section, text] = isInPhases ? ["on_http_request", "body"] : ["inbound", "content"];
  const target = (id: string, policy: string): object =>
    isInPhases
      ? { kind: "cloud-endpoint", endpoint: `ep_${id}`, policy }
      : { kind: "https-route", edge: "edge_2", route: id, policy };
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "width-")));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const write = (file: string, content: object): void =>
    writeFileSync(join(folder, file), JSON.stringify(content));
  const policy = (status: number, more: string): object => ({
    [section]: [
      {
        name,
        expressions: [`req.url.path == '/${path}' || req.headers['x-a'][0] == '${more}'`],
        actions: [
          { type: "add-headers", config: { headers: { "x-b": more.replaceAll(/[^ -~]/g, "") } } },
          { type: "custom-response", config: { status_code: status, [text]: more } },
        ],
      },
    ],
  });
  write("before.json", policy(418, value));
  write("after.json", policy(403, `${value} ${name}`));
  write("wrong.json", {
    [section]: [
      { name, expressions: [`req.nope == '${value}'`, `${name}`], actions: [{ type: value }] },
      { name, actions: [{ type: "deny", config: { status_code: value } }] },
    ],
  });
  write("web.assertions.json", {
    policy: "./before.json",
    assertions: [
      {
        name,
        when: [`req.url.path == '/${path}'`, `req.headers['x-a'][0] != '${value}'`],
        always: { result: "forwarded" },
      },
    ],
  });
  write("web.cases.json", {
    policy: "./before.json",
    cases: [{ name, request: { url: `/${path}` }, expect: { status: 200, body: value } }],
  });
  write("traffic-policy.config.json", {
    service: "emulator",
    targets: {
      web: target("1", "./before.json"),
      [path.replaceAll("/", "-")]: target(path.replaceAll("/", "_"), "./after.json"),
    },
  });
  return folder;
}

async function printed(
  cwd: string,
  args: readonly string[],
  columns: number | undefined,
  more: Readonly<Record<string, string>> = { NO_COLOR: "1" },
): Promise<string> {
  const env = { ...userEnvironment(), GIT_CEILING_DIRECTORIES: tmpdir(), TERM: "dumb", ...more };
  const context = await testContext(cwd, env, columns);
  await run(args, context);
  await context.terminal.flushed();
  return context.printed.out + context.printed.err;
}

/** Lines that are too long, but for one word, which is never broken: a URL, a path or a literal. */
function tooLong(text: string, width: number): readonly string[] {
  const isWord = (line: string): boolean =>
    /^(?:\S+|(["'`]).*\1[,;)}]*)(?: \\)?$/.test(line.trim());
  return text.split("\n").filter((line) => textWidth(line) > width && !isWord(line));
}

/** Without marks, which stand for inverse letters where there are no colours, and without how long it took. */
function comparable(text: string): string {
  return text
    .split("\n")
    .filter((line) => !/^[ |]*[\^ ]*$/.test(line) && !line.startsWith("It took"))
    .join("\n");
}

const commands: Readonly<Record<string, readonly string[]>> = {
  lint: ["lint", "wrong.json", "before.json", "--preset", "strict"],
  plan: ["plan", "--no-lint", "--verbose"],
  deploy: ["deploy", "--no-lint", "--yes"],
  simulate: ["simulate", "before.json", "--request", "GET https://a.example/", "--trace"],
  prove: ["prove", "web.assertions.json"],
  audit: ["audit", "before.json"],
  "prove --reach": ["prove", "--reach", "before.json", "--all"],
  diff: ["diff", "before.json", "after.json", "--semantic"],
  test: ["test", "web.cases.json", "--coverage"],
};

describe.each(worlds.map((world, index) => [index, world] as const))(
  `with long texts, seed ${seed}, %i`,
  (_index, world) => {
    test.each(Object.keys(commands))(
      "no line of %s is longer than the terminal, and colours change none",
      async (name) => {
        const args = commands[name] ?? [];
        for (const width of widths) {
          const plain = await printed(folderOf(world), args, width);
          expect(plain).not.toContain("--help` lists");
          expect(tooLong(plain, width), `${width} columns`).toEqual([]);
          expect(plain).not.toMatch(/[\ufdd0-\ufdef]/);
        }
        const plain = await printed(folderOf(world), args, 90);
        const colored = await printed(folderOf(world), args, 90, { FORCE_COLOR: "1" });
        expect(colored).toContain("\u001b[");
        expect(comparable(uncoloured(colored))).toBe(comparable(plain));
      },
    );

    test("no line of impact is longer than the terminal", () => {
      const fields = { method: "GET", scheme: "https", host: "a.example", uri: `/${world.path}` };
      const examples = [example({ ...fields, client_ip: "192.0.2.1" }, { "x-a": [world.value] })];
      const impact = impactOfPassages([
        passage(forwarded, deniedBy(1, world.name), 3, { examples }),
        passage(forwarded, forwarded, 4),
      ]);
      for (const width of widths) {
        const style = { ...withoutColors, width };
        const text = impactLines({ ...impact, ...week }, names, { style }).join("\n");
        expect(tooLong(laidOut(text, style), width), `${width} columns`).toEqual([]);
      }
    });
  },
);

describe("of the examples in the documentation", () => {
  const examples = fileURLToPath(new URL("../../../docs/examples", import.meta.url));
  const folderWithExamples = (): string => {
    const folder = realpathSync(mkdtempSync(join(tmpdir(), "width-")));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    for (const name of ["recipes", "proving", "playground"]) {
      cpSync(join(examples, name), join(folder, name), { recursive: true });
    }
    return folder;
  };

  test.each([
    ["lint", "--preset", "strict", "recipes", "playground", "proving"],
    ["simulate", "recipes/jwt/policy.yaml", "recipes/jwt/exchange.yaml", "--trace"],
    ["prove", "proving/shop.assertions.yaml"],
    ["prove", "--reach", "proving/shop.policy.yaml", "--all"],
    ["audit", "proving/shop.policy.yaml"],
    ["explain", "jwt-validation"],
    ["diff", "proving/shop.policy.yaml", "proving/stricter.policy.yaml", "--semantic"],
  ])("no line of %s is longer than the terminal", async (...args) => {
    for (const width of widths) {
      const colored = await printed(folderWithExamples(), args, width, { FORCE_COLOR: "1" });
      const text = uncoloured(colored);
      expect(text).not.toContain("--help` lists");
      expect(tooLong(text, width), `${width} columns`).toEqual([]);
    }
  });
});
