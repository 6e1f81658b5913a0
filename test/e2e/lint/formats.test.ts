import { DOMParser, type Element } from "@xmldom/xmldom";
import { formats } from "@traffic-policy/report/formats";
import { describe, expect, test } from "vitest";
import { gitlabErrors } from "../../report/gitlab-schema.ts";
import { sarifErrors } from "../../report/sarif-schema.ts";
import { configuration, project, run, type Result } from "../command.ts";
import { clean } from "./findings.ts";

/** Has a meaning in every format but JSON, and a line break in its name. */
const name = 'a, b: 100 %\n::error::<b> & "q" ]]> 日本 \u0007';
const awkward = JSON.stringify({
  inbound: [{ name, actions: [] }, { actions: [{ type: "teleport" }] }],
});
const file = "p/a,b:c%20 é.json";

function files(): Record<string, string> {
  return {
    [file]: awkward,
    "clean.json": clean,
    "bad.ts": '\nthrow new Error("100 %, no: <x>");\n',
    "traffic-policy.config.json": configuration({ targets: {} }),
  };
}

const args = [file, "clean.json", "bad.ts", "gone.json"];

function format(name_: string, ...more: string[]): Promise<Result> {
  return run(["lint", ...args, "--format", name_, ...more], { cwd: project(files()) });
}

describe("every format", () => {
  test.each(["pretty", "json", "sarif", "github", "gitlab", "junit", "unix"])(
    "%s: the same text each time, failures on stderr, no colours, one line end at the end",
    async (name_) => {
      const [one, other] = [await format(name_), await format(name_)];
      expect(other).toEqual(one);
      expect(one.status).toBe(2);
      expect(one.err).toContain("error: bad.ts:2:7: It throws Error: 100 %, no: <x>.\n");
      expect(one.err).toContain("error: gone.json: There is no such file.\n");
      expect(one.out).toMatch(/[^\n]\n$/);
      // oxlint-disable-next-line no-control-regex -- these are not to come through
      expect(one.out).not.toMatch(/[\u0007\u001b]/);
    },
  );

  test("one that does not exist is refused", async () => {
    const { status, out, err } = await format("xml");
    expect({ status, out }).toEqual({ status: 2, out: "" });
    expect(err).toContain(`Allowed choices are ${Object.keys(formats).join(", ")}.`);
  });
});

describe("json", () => {
  test("byte by byte: keys and findings have their order", async () => {
    const cwd = project({
      "b.json": '{"inbound": [{"name": "x", "actions": []}]}',
      "a.yaml":
        'inbound:\n  - name: x\n    expressions: [ "size(req.host)" ]\n    actions:\n      - type: deny\n',
    });
    const { out } = await run(["lint", "b.json", "a.yaml", "--format", "json"], { cwd });
    expect(out).toBe(`{
  "version": 1,
  "files": 2,
  "summary": {
    "error": 2,
    "warning": 0,
    "info": 0
  },
  "diagnostics": [
    {
      "rule": "document/rule-actions",
      "severity": "error",
      "message": "The rule \\"x\\" has no actions.",
      "help": "Add an action, such as { \\"type\\": \\"deny\\" }, or remove the rule.",
      "path": "/inbound/0/actions",
      "location": {
        "file": "b.json",
        "start": {
          "line": 1,
          "column": 39
        },
        "end": {
          "line": 1,
          "column": 41
        }
      },
      "docs": "docs/rules/document/rule-actions.md"
    },
    {
      "rule": "expression/not-boolean",
      "severity": "error",
      "message": "The condition is of type int, not bool.",
      "help": "Compare it with a number: size(req.host) != 0.",
      "path": "/inbound/0/expressions/0",
      "span": {
        "start": 0,
        "end": 14
      },
      "location": {
        "file": "a.yaml",
        "start": {
          "line": 3,
          "column": 21
        },
        "end": {
          "line": 3,
          "column": 35
        }
      },
      "docs": "docs/rules/expression/not-boolean.md"
    }
  ],
  "failures": []
}
`);
  });

  test("files that could not be linted, with their place", async () => {
    const { out } = await format("json");
    expect(JSON.parse(out).failures).toEqual([
      {
        file: "bad.ts",
        message: "bad.ts:2:7: It throws Error: 100 %, no: <x>.",
        position: { line: 2, column: 7 },
      },
      { file: "gone.json", message: "gone.json: There is no such file." },
    ]);
  });
});

describe("sarif", () => {
  test("is valid SARIF 2.1.0, with and without findings", async () => {
    const nothing = await run(["lint", "clean.json", "--format", "sarif"], {
      cwd: project(files()),
    });
    for (const { out } of [await format("sarif"), nothing]) {
      expect(sarifErrors(JSON.parse(out))).toEqual([]);
    }
  });

  test("has rules, results, places as URIs, and what could not be linted", async () => {
    const { out } = await format("sarif");
    const uri = "p/a%2Cb%3Ac%2520%20%C3%A9.json";
    expect(JSON.parse(out)).toMatchObject({
      version: "2.1.0",
      runs: [
        {
          tool: {
            driver: {
              name: "traffic-policy",
              rules: [
                { id: "action/unknown-type" },
                { id: "document/rule-actions" },
                { id: "document/rule-name" },
              ],
            },
          },
          invocations: [
            {
              executionSuccessful: false,
              toolExecutionNotifications: [
                {
                  locations: [
                    {
                      physicalLocation: {
                        artifactLocation: { uri: "bad.ts" },
                        region: { startLine: 2 },
                      },
                    },
                  ],
                },
                { message: { text: "gone.json: There is no such file." } },
              ],
            },
          ],
          results: [
            {
              ruleId: "document/rule-actions",
              ruleIndex: 1,
              level: "error",
              locations: [{ physicalLocation: { artifactLocation: { uri } } }],
            },
            { ruleId: "document/rule-name", level: "note" },
            { ruleId: "action/unknown-type", level: "warning" },
          ],
        },
      ],
    });
  });
});

describe("github", () => {
  test("a command a finding, with everything escaped that has a meaning", async () => {
    const { out } = await format("github");
    const place = `file=p/a%2Cb%3Ac%2520 é.json,line=1,endLine=1,col=${awkward.indexOf("[]") + 1},endColumn=${awkward.indexOf("[]") + 3}`;
    expect(out.split("\n")).toEqual([
      "::error file=bad.ts,line=2,col=7,title=The file could not be linted::bad.ts:2:7: It throws Error: 100 %25, no: <x>.",
      "::error file=gone.json,title=The file could not be linted::gone.json: There is no such file.",
      `::error ${place},title=document/rule-actions::The rule "a, b: 100 %25%0A::error::<b> & "q" ]]> 日本 \\u0007" has no actions.%0AAdd an action, such as { "type": "deny" }, or remove the rule.`,
      expect.stringMatching(
        /^::notice file=.*,title=document\/rule-name::The rule has no name\.%0A/,
      ),
      expect.stringMatching(
        /^::warning file=.*,title=action\/unknown-type::Unknown action type "teleport"\.%0A/,
      ),
      "",
    ]);
  });

  test.each(["github", "sarif"])(
    "%s: files are named from the root of the repository",
    async (name_) => {
      const cwd = project({ "infra/edge/a.json": '{"inbound": [{"name": "x", "actions": []}]}' });
      const options = { cwd: `${cwd}/infra`, env: { GITHUB_WORKSPACE: cwd } };
      const { out } = await run(["lint", "edge/a.json", "gone.json", "--format", name_], options);
      expect(out).toContain(
        name_ === "github" ? "file=infra/edge/a.json,line=1" : '"uri": "infra/edge/a.json"',
      );
      expect(out).toContain(
        name_ === "github" ? "file=infra/gone.json" : '"uri": "infra/gone.json"',
      );
    },
  );
});

describe("gitlab", () => {
  test("is a Code Quality report, with an entry for what could not be linted", async () => {
    const { out } = await format("gitlab");
    const found = JSON.parse(out) as { check_name: string; location: { path: string } }[];
    expect(gitlabErrors(found)).toEqual([]);
    expect(found.map(({ check_name, location }) => [check_name, location.path])).toEqual([
      ["lint/failure", "bad.ts"],
      ["lint/failure", "gone.json"],
      ["document/rule-actions", file],
      ["document/rule-name", file],
      ["action/unknown-type", file],
    ]);
  });

  test("files are named from the root of the repository", async () => {
    const cwd = project({ "infra/edge/a.json": '{"inbound": [{"name": "x", "actions": []}]}' });
    const options = { cwd: `${cwd}/infra`, env: { CI_PROJECT_DIR: cwd } };
    const { out } = await run(["lint", "edge/a.json", "--format", "gitlab"], options);
    expect(JSON.parse(out)).toMatchObject([{ location: { path: "infra/edge/a.json" } }]);
  });
});

describe("junit", () => {
  /** Throws on everything that is no well-formed XML. */
  function parse(text: string): Element {
    const fail = (level: string, message: string): void => {
      if (level !== "warning") throw new Error(message);
    };
    const document = new DOMParser({ onError: fail }).parseFromString(text, "text/xml");
    const root = document.documentElement;
    if (root === null) throw new Error("There is no root.");
    return root;
  }

  const children = (of: Element, tag: string): Element[] => [...of.getElementsByTagName(tag)];

  test("is XML with a suite a file and a test a finding", async () => {
    const { out } = await format("junit");
    const root = parse(out);
    expect(root.tagName).toBe("testsuites");
    const numbers = (of: Element): unknown[] =>
      ["tests", "failures", "errors"].map((key) => Number(of.getAttribute(key)));
    expect(numbers(root)).toEqual([6, 1, 2]);
    expect(
      children(root, "testsuite").map((suite) => [suite.getAttribute("name"), ...numbers(suite)]),
    ).toEqual([
      [file, 3, 1, 0],
      ["clean.json", 1, 0, 0],
      ["bad.ts", 1, 0, 1],
      ["gone.json", 1, 0, 1],
    ]);
    expect(children(root, "testcase")).toHaveLength(6);
  });

  test("what it says is what was said, but for characters that XML does not have", async () => {
    const [failure] = children(parse((await format("junit")).out), "failure");
    expect(failure?.getAttribute("message")).toBe(
      `The rule "${name.replace("\u0007", "\ufffd")}" has no actions.`,
    );
    expect(failure?.textContent).toContain(`${file}:1:`);
    expect(failure?.parentNode?.nodeName).toBe("testcase");
  });

  test("warnings and hints are tests that passed", async () => {
    const root = parse((await format("junit")).out);
    const told = children(root, "system-out").map((output) => output.textContent ?? "");
    expect(told.map((text) => text.split(":")[0])).toEqual(["info", "warning"]);
  });
});

describe("unix", () => {
  test("a line a finding, whatever is in its message", async () => {
    const { out } = await format("unix");
    const lines = out.trimEnd().split("\n");
    expect(lines.shift()).toBe("bad.ts:2:7: error: It throws Error: 100 %, no: <x>.");
    expect(lines).toHaveLength(3);
    for (const line of lines) {
      expect(line).toMatch(
        /^p\/a,b:c%20 é\.json:1:\d+: (?:error|warning|info): .* \[[a-z-]+\/[a-z-]+\]$/,
      );
    }
  });

  test("nothing, when nothing is found", async () => {
    const { status, out } = await run(["lint", "clean.json", "--format", "unix"], {
      cwd: project(files()),
    });
    expect({ status, out }).toEqual({ status: 0, out: "" });
  });
});
