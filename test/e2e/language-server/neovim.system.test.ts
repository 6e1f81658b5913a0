import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { spawn } from "@lydell/node-pty";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { parse } from "yaml";
import { userEnvironment } from "../../../scripts/user-environment.js";
import { neovim } from "./neovim.ts";

// An editor that knows nothing of policies, on a terminal, with the settings of the page about editors.

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url));
const command = here("../../../packages/cli/bin/traffic-policy.cjs");
const settings = here("../../../docs/examples/editors/neovim.lua");
const script = here("editor.lua");

const wrong =
  "req.host != 'ä🙂' && req.metod == 'GET' && inCidrRange(conn.client_ip, '10.0.0.0/8') && req.host != 'b'";
const [first = "", rest = ""] = wrong.split(" && inCidr");

interface Dialect {
  readonly name: string;
  readonly section: string;
  /** How a module calls the section, and what it imports. */
  readonly method: string;
  readonly module: string;
}

const dialects: readonly Dialect[] = [
  {
    name: "directions",
    section: "inbound",
    method: "inbound",
    module: "@traffic-policy/policy-builder",
  },
  {
    name: "phases",
    section: "on_http_request",
    method: "onHttpRequest",
    module: "@traffic-policy/policy-builder/phases",
  },
];

/** A way to write a policy with one rule. */
interface Syntax {
  readonly name: string;
  readonly ending: string;
  readonly write: (dialect: Dialect) => string;
  /** A text in the line of the action, and what is in this line when another one is completed there. */
  readonly action?: readonly [at: string, line: string];
}

const json = ({ section }: Dialect): string => `{
    "${section}": [
        {
            "name": "Größe 📏",
            "expressions": ["${wrong}"],
            "actions": [
                {"type":   "deny"}
            ]
        }
    ]
}
`;

const yaml = (condition: string): Pick<Syntax, "ending" | "write" | "action"> => ({
  ending: "yaml",
  write: ({ section }) => `${section}:
    - name: Größe 📏
      expressions:
          - ${condition}
      actions:
          - {type:   deny}
`,
  action: ["{type:   deny}", "          - "],
});

const code = ({
  method,
  module,
}: Dialect): string => `import { cel, deny, policy, rule } from "${module}";

export default policy({ protocol: "http" }).${method}(
  rule("Größe 📏").when(cel${"`"}${wrong}${"`"}).do(deny()),
);
`;

const syntaxes: readonly Syntax[] = [
  {
    name: "JSON",
    ending: "json",
    write: json,
    action: ['{"type":   "deny"}', "                "],
  },
  { name: "plain YAML", ...yaml(wrong) },
  { name: "a block of YAML", ...yaml(`|\n            ${wrong}`) },
  { name: "folded YAML", ...yaml(`>-\n            ${first}\n            && inCidr${rest}`) },
  { name: "TypeScript", ending: "ts", write: code },
];

const documents = dialects.flatMap((dialect) =>
  syntaxes.map((syntax, index) => {
    const name = `${dialect.name}-${index}`;
    return {
      ...syntax,
      dialect,
      text: syntax.write(dialect),
      file: `${name}.policy.${syntax.ending}`,
      cases: `${name}.cases.yaml`,
    };
  }),
);

const cases = (policy: string): string => `policy: ./${policy}
cases:
  - name: one
    request: { url: https://a.example/ }
    expect: { outcome: forwarded, notMatched: [Größe 📏] }
`;

/** What Neovim had on its screen, and in its buffers. */
interface Seen {
  readonly findings: unknown;
  readonly finding: string;
  readonly explained: string;
  readonly completed: string;
  readonly completed_twice: string;
  readonly action?: string;
  readonly outline_of_action?: readonly string[];
  readonly hover: string;
  readonly signature: string;
  readonly highlights: unknown;
  readonly outline?: readonly string[];
  readonly references: readonly string[];
  readonly fixed: string;
  readonly renamed: string;
  readonly renamed_cases: string;
  readonly formatted?: string;
  readonly definition: string;
  readonly lenses: readonly string[];
  readonly shown: string;
}

let seen: Readonly<Record<string, Seen>> = {};
let named: readonly string[] = [];
const folder = mkdtempSync(join(tmpdir(), "traffic-policy-"));

afterAll(() => rmSync(folder, { recursive: true, force: true }));

beforeAll(async () => {
  const editor = neovim();
  const files = documents.flatMap(({ file, text, cases: beside }) => [
    [file, text],
    [beside, cases(file)],
  ]);
  for (const [name = "", text = ""] of files) writeFileSync(join(folder, name), text);
  mkdirSync(join(folder, "node_modules/.bin"), { recursive: true });
  symlinkSync(command, join(folder, "node_modules/.bin/traffic-policy"));
  const seenFile = join(folder, "seen.json");
  const asked = documents.map(({ file, cases: beside, action }) => ({
    file,
    cases: beside,
    rule: "Größe",
    at_action: action?.[0],
    action_line: action?.[1],
  }));
  const env = {
    ...userEnvironment(),
    ...editor.env,
    LANG: "C.UTF-8",
    HOME: folder,
    TEST_DOCUMENTS: JSON.stringify(asked),
    TEST_UNNAMED: `inbound: [{ name: a, expressions: ["req.metod == 'GET'"], actions: [{ type: deny }] }]`,
    TEST_SEEN: seenFile,
  };
  const args = ["--clean", "-n", "-u", settings, "-c", `luafile ${script}`];
  const terminal = { name: "xterm", cols: 200, rows: 50, cwd: folder, env };
  const printed = await new Promise<string>((settle) => {
    const program = spawn(editor.program, args, terminal);
    let all = "";
    program.onData((data) => (all += data));
    program.onExit(() => settle(all));
  });
  const result = JSON.parse(readFileSync(seenFile, "utf8")) as {
    readonly failure?: string;
    readonly documents?: typeof seen;
    readonly named?: typeof named;
  };
  if (result.failure !== undefined) throw new Error(`${result.failure}\n\n${printed.slice(-3000)}`);
  seen = result.documents ?? {};
  named = result.named ?? [];
}, 300_000);

test("Neovim checks a buffer that gets a name, and then another one", () => {
  expect(named).toEqual([
    "first.policy.yaml: expression/unknown-name",
    "second.policy.yaml: expression/unknown-name",
  ]);
});

describe.each(documents)("Neovim, with $name in $dialect.name,", (document) => {
  const { file, text, ending } = document;
  const now = (): Seen => seen[file] as Seen;
  const fixed = text.replace("metod", "method").trimEnd();

  test("underlines what is wrong, says it and explains it", () => {
    expect(now().finding).toContain("Did you mean req.method?");
    expect(now().explained).toBe("# expression/unknown-name");
    expect(now().findings).toEqual([
      { code: "expression/unknown-name", text: "req.metod", severity: 1 },
    ]);
  });

  test("completes a word that is typed, on both sides of the cursor", () => {
    expect(now().completed).toBe(fixed);
  });

  test("completes another word right after it", () => {
    const words = "req.method == 'A' || conn.client_ip";
    expect(now().completed_twice).toBe(text.replace("req.metod", words).trimEnd());
  });

  test("says what a variable is, and what a function takes", () => {
    expect(now().hover).toContain("req.host: string");
    expect(now().signature).toContain("inCidrRange(address: string, cidr: string)");
  });

  test("highlights all uses of a variable", () => {
    expect(now().highlights).toEqual(["req.host", "req.host"]);
  });

  test("fixes what is wrong, and shows nothing then", () => {
    expect(now().fixed).toBe(fixed);
  });

  test("finds the rule, also from its cases", () => {
    expect(now().references.map((line) => line.slice(0, line.indexOf(":")))).toEqual([file]);
    expect(now().definition).toContain("Maß: 🙂");
  });

  test("renames the rule, and what names it in its cases", () => {
    const [policy, cased] =
      ending === "yaml" ? ['"Maß: 🙂"', '"Maß: 🙂"'] : ["Maß: 🙂", '"Maß: 🙂"'];
    expect(now().renamed).toBe(fixed.replace("Größe 📏", policy));
    expect(now().renamed_cases).toBe(cases(file).replace("Größe 📏", cased).trimEnd());
  });

  test("shows lenses, and what the one of the rule says", () => {
    expect(now().lenses).toEqual([
      "simulate GET https://example.com/",
      "prove what is reached",
      expect.stringMatching(/^1 case/),
      expect.stringMatching(/^matches GET https:\/\//),
    ]);
    expect(now().shown).toContain("traffic-policy prove --reach");
  });
});

describe.each(documents.filter(({ action }) => action !== undefined))(
  "Neovim, with the document of $name in $dialect.name,",
  ({ file, dialect }) => {
    const now = (): Seen => seen[file] as Seen;

    test("completes a whole action, in lines", () => {
      const { action: completed = "", outline_of_action: outline } = now();
      const { [dialect.section]: [rule] = [] } = parse(completed) as Record<
        string,
        { actions: { type: string; config: object }[] }[]
      >;
      expect(rule?.actions).toEqual([
        { type: "custom-response", config: expect.objectContaining({ status_code: 503 }) },
      ]);
      expect(outline?.at(-1)).toBe("[Method] custom-response");
    });

    test("shows the outline", () => {
      expect(now().outline?.map((line) => line.replace(/^.*?(?=\[)/, ""))).toEqual([
        `[Namespace] ${dialect.section}`,
        "[Function] Größe 📏",
        "[Method] deny",
      ]);
    });

    test("formats the document", () => {
      expect(now().formatted).not.toBe(now().renamed);
      expect(parse(now().formatted ?? "")).toEqual(parse(now().renamed));
    });
  },
);
