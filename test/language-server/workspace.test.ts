import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import type {
  CodeLens,
  CompletionItem,
  DocumentLink,
  DocumentSymbol,
  Location,
  Position,
  WorkspaceEdit,
} from "vscode-languageserver";
import { parse } from "yaml";
import { projectOf } from "../cli/project.ts";
import { edited, positionOf, textAt } from "./client-text.ts";
import { TestEditor } from "./editor.ts";
import { encodings } from "./syntaxes.ts";

// A policy with what is about it: the same names are meant in all of these files.

const configuration = `{
  "service": "emulator",
  "targets": { "web": { "kind": "https-route", "edge": "e", "route": "r", "policy": "./web.policy.yaml" } },
  "lint": { "ignoreFindings": [{ "policyRule": "Größe 📏", "rule": "action/config", "why": "ä🙂", "file": "web.policy.yaml" }] }
}
`;

const policy = `inbound:
  - name: Größe 📏
    expressions: ["req.method == 'GET'"]
    actions: [{ type: deny }]
  - name: Never
    expressions: ["req.method == 'GET' && req.host == 'a.example'"]
    actions: [{ type: deny }]
`;

const cases = `policy: web.policy.yaml
cases:
  - name: one
    request: { url: https://a.example/ }
    expect: { outcome: denied, by: { rule: Größe 📏 }, matched: ["Größe 📏"] }
`;

const assertions = `{ "assertions": [
  { "name": "x", "when": "req.method == 'GET'", "always": { "by": { "rule": "Gr\\u00f6\\u00dfe 📏" } } }
] }
`;

const files = {
  "traffic-policy.config.json": configuration,
  "web.policy.yaml": policy,
  "web.cases.yaml": cases,
  "web.assertions.json": assertions,
};

type Name = keyof typeof files;

describe.each(encodings)("in %s", (encoding) => {
  interface Workspace {
    readonly editor: TestEditor;
    readonly uriOf: (name: string) => string;
    /** The position of a part of a file. */
    readonly at: (name: Name, part: string) => { readonly position: Position };
    /** What stands at places, with the names of their files. */
    readonly shown: (places: readonly Location[]) => string[];
  }

  /** Works in the project, with some of its files open. */
  async function inWorkspace(
    open: readonly Name[],
    work: (workspace: Workspace) => Promise<void>,
    texts: Readonly<Record<string, string>> = files,
  ): Promise<void> {
    const { folder } = projectOf(texts);
    const editor = await TestEditor.start({ encoding, folder });
    const uriOf = (name: string): string => pathToFileURL(`${folder}/${name}`).href;
    for (const name of open) await editor.open(uriOf(name), texts[name] ?? "");
    await work({
      editor,
      uriOf,
      at: (name, part) => {
        const text = texts[name] ?? "";
        return { position: positionOf(text, text.indexOf(part) + 1, encoding) };
      },
      shown: (places) =>
        places.map(({ uri, range }) => {
          const name = uri.slice(uri.lastIndexOf("/") + 1);
          return `${name}: ${textAt(texts[name] ?? "", range, encoding)}`;
        }),
    });
    await editor.close();
  }

  test("the places of the document where a rule is named are found", () =>
    inWorkspace(["web.cases.yaml"], async ({ editor, uriOf, at, shown }) => {
      const found = await editor.request<Location[]>(
        "textDocument/references",
        uriOf("web.cases.yaml"),
        { ...at("web.cases.yaml", "Größe"), context: { includeDeclaration: false } },
      );
      expect(shown(found)).toEqual(["web.cases.yaml: Größe 📏", "web.cases.yaml: Größe 📏"]);
    }));

  test.each<Name>(["web.cases.yaml", "web.assertions.json", "traffic-policy.config.json"])(
    "from %s, the definition of a rule is in its policy",
    (name) =>
      inWorkspace([name], async ({ editor, uriOf, at, shown }) => {
        const part = name === "web.assertions.json" ? String.raw`Gr\u00f6` : "Größe";
        const found = await editor.request<Location[]>(
          "textDocument/definition",
          uriOf(name),
          at(name, part),
        );
        expect(shown(found)).toEqual(["web.policy.yaml: Größe 📏"]);
      }),
  );

  test.each<Name>(["web.policy.yaml", "web.cases.yaml"])(
    "a rule that is renamed in %s has the new name in all of the document, and in no other",
    (name) =>
      inWorkspace([name], async ({ editor, uriOf, at }) => {
        const place = at(name, "Größe");
        const prepared = await editor.request<{ placeholder: string }>(
          "textDocument/prepareRename",
          uriOf(name),
          place,
        );
        expect(prepared.placeholder).toBe("Größe 📏");
        const { changes = {} } = await editor.request<WorkspaceEdit>(
          "textDocument/rename",
          uriOf(name),
          { ...place, newName: 'neu: "ü"' },
        );
        expect(Object.keys(changes)).toEqual([uriOf(name)]);
        const after = parse(edited(files[name], changes[uriOf(name)] ?? [], encoding)) as unknown;
        expect(JSON.stringify(after)).toBe(
          JSON.stringify(parse(files[name])).replaceAll("Größe 📏", String.raw`neu: \"ü\"`),
        );
      }),
  );

  test("the names of rules are offered where a rule is meant", () =>
    inWorkspace(["web.cases.yaml"], async ({ editor, uriOf, at }) => {
      const items = await editor.request<CompletionItem[]>(
        "textDocument/completion",
        uriOf("web.cases.yaml"),
        at("web.cases.yaml", "Größe"),
      );
      expect(items.map(({ label }) => label)).toEqual(["Größe 📏", "Never"]);
    }));

  test("the names are those of a policy that is not saved yet", () =>
    inWorkspace(["web.policy.yaml", "web.cases.yaml"], async ({ editor, uriOf, at }) => {
      await editor.change(uriOf("web.policy.yaml"), [{ text: policy.replace("Never", "Soon") }]);
      const items = await editor.request<CompletionItem[]>(
        "textDocument/completion",
        uriOf("web.cases.yaml"),
        at("web.cases.yaml", "Größe"),
      );
      expect(items.map(({ label }) => label)).toEqual(["Größe 📏", "Soon"]);
    }));

  test("files that are named are links", () =>
    inWorkspace(
      ["web.cases.yaml", "traffic-policy.config.json"],
      async ({ editor, uriOf, shown }) => {
        for (const [name, named] of [
          ["web.cases.yaml", ["web.cases.yaml: web.policy.yaml"]],
          [
            "traffic-policy.config.json",
            [
              "traffic-policy.config.json: ./web.policy.yaml",
              "traffic-policy.config.json: web.policy.yaml",
            ],
          ],
        ] as const) {
          const links = await editor.request<DocumentLink[]>(
            "textDocument/documentLink",
            uriOf(name),
          );
          const places = links.map(({ range }) => ({ uri: uriOf(name), range }));
          expect(shown(places)).toEqual(named);
          for (const { target } of links) expect(target).toBe(uriOf("web.policy.yaml"));
        }
      },
    ));

  test("cases, assertions and targets have an outline", () =>
    inWorkspace(
      ["web.cases.yaml", "web.assertions.json", "traffic-policy.config.json"],
      async ({ editor, uriOf }) => {
        const outline = async (name: Name): Promise<string[]> => {
          const symbols = await editor.request<DocumentSymbol[]>(
            "textDocument/documentSymbol",
            uriOf(name),
          );
          return symbols.map((one) => one.name);
        };
        expect(await outline("web.cases.yaml")).toEqual(["one"]);
        expect(await outline("web.assertions.json")).toEqual(["x"]);
        expect(await outline("traffic-policy.config.json")).toEqual(["web"]);
      },
    ));

  test("lenses say what matches a rule, and what the cases are", () =>
    inWorkspace(["web.policy.yaml", "web.cases.yaml"], async ({ editor, uriOf }) => {
      const uri = uriOf("web.policy.yaml");
      const lenses = await editor.request<CodeLens[]>("textDocument/codeLens", uri);
      const lines = policy.split("\n");
      const titles: string[] = [];
      for (const lens of lenses) {
        const { command } =
          lens.command === undefined
            ? await editor.connection.sendRequest<CodeLens>("codeLens/resolve", lens)
            : lens;
        const line = lines[lens.range.start.line]?.trim();
        titles.push(`${line} ${command?.title} (${command?.command})`);
        expect(command?.arguments?.[0]).toBe(uri);
      }
      expect(titles).toEqual([
        "inbound: simulate GET https://example.com/ (trafficPolicy.simulate)",
        "inbound: prove what is reached (trafficPolicy.prove)",
        "inbound: 1 case, 2 not covered (trafficPolicy.test)",
        "inbound: prove the assertions (trafficPolicy.proveAssertions)",
        "inbound: compare with what is stored (trafficPolicy.diff)",
        "- name: Größe 📏 matches GET https://example.com/ (trafficPolicy.reach)",
        "- name: Never nothing matches this rule: Größe 📏 takes its requests (trafficPolicy.reach)",
      ]);
      const others = await editor.request<CodeLens[]>(
        "textDocument/codeLens",
        uriOf("web.cases.yaml"),
      );
      expect(others).toEqual([]);
    }));
});

/** On a busy machine, a search may take longer than it is given. */
function stopTime(): void {
  vi.useFakeTimers({ toFake: ["performance"] });
  onTestFinished(() => void vi.useRealTimers());
}

/** What the lenses of the rules of a policy say, with the line that each is above, as soon as they are there. */
async function ruleLenses(text: string): Promise<string[]> {
  stopTime();
  const editor = await TestEditor.start();
  const uri = "file:///work/web.policy.yaml";
  await editor.open(uri, text);
  // The first search takes longer, because it loads what it needs.
  await editor.request("textDocument/codeLens", uri);
  const lenses = await editor.request<CodeLens[]>("textDocument/codeLens", uri);
  await editor.close();
  return lenses
    .filter(({ data }) => (data as { kind: string }).kind === "reach")
    .map(({ range, command }) => `${range.start.line}: ${command?.title}`);
}

test.each([
  ["web.cases.yaml", "cases: [{ request: { bodyFile: FILE } }]"],
  ["web.cases.yaml", "cases: [{ each: [{ response: { bodyFile: FILE } }] }]"],
  ["web.cases.json", `{"policy": FILE}`],
  ["web.assertions.yaml", "policy: FILE"],
  ["traffic-policy.config.json", `{"extends": FILE}`],
  ["traffic-policy.config.yaml", "environments: { a: { targets: { b: { policy: FILE } } } }"],
  ["traffic-policy.config.yaml", "lint: { baseline: FILE }"],
])("in %s, the file in %s is a link to where the commands look for it", async (name, text) => {
  for (const file of [
    "a.json",
    "./a.json",
    "../b/ä 🙂#1.yaml",
    "/c/%20.json",
    "../../../../a.ts",
  ]) {
    const editor = await TestEditor.start();
    const folder = "/work/größe/x";
    const uri = pathToFileURL(`${folder}/${name}`).href;
    await editor.open(uri, text.replace("FILE", JSON.stringify(file)));
    const links = await editor.request<DocumentLink[]>("textDocument/documentLink", uri);
    await editor.close();
    const targets = links.map(({ target = "" }) => fileURLToPath(target));
    expect(targets).toEqual([resolve(folder, file)]);
  }
});

test("the name of a policy in a file is no part of the link to it", async () => {
  const editor = await TestEditor.start();
  const uri = "file:///work/a.cases.yaml";
  await editor.open(uri, "policy: all.yaml#NgrokTrafficPolicy/wiki\n");
  const links = await editor.request<DocumentLink[]>("textDocument/documentLink", uri);
  await editor.close();
  expect(links.map(({ target }) => target)).toEqual(["file:///work/all.yaml"]);
});

const hasErrors = "not known whether anything matches: this rule has errors";

test("lenses of a short policy are resolved from the start", async () => {
  expect(await ruleLenses(policy)).toEqual([
    "1: matches GET https://example.com/",
    "4: nothing matches this rule: Größe 📏 takes its requests",
  ]);
});

test("in lenses, a rule without a name is counted", async () => {
  const inbound = "inbound:\n  - actions: [{ type: deny }]\n  - actions: [{ type: deny }]\n";
  expect(await ruleLenses(inbound)).toEqual([
    "1: matches GET https://example.com/",
    "2: nothing matches this rule: rule 1 takes its requests",
  ]);
  const closed = "on_tcp_connect:\n  - actions: [{ type: deny }]\n";
  const later = "on_http_request:\n  - actions: [{ type: deny }]\n";
  expect(await ruleLenses(closed + later)).toContain(
    "3: nothing matches this rule: rule 1 of on_tcp_connect takes its requests",
  );
});

test("of a rule that lint finds an error in, it is not said what matches", async () => {
  const wrong =
    "inbound:\n  - expressions: ['req.metod == \"GET\"']\n    actions: [{ type: deny }]\n";
  const right = "outbound:\n  - actions: [{ type: log, config: { metadata: { a: b } } }]\n";
  expect(await ruleLenses(wrong + right)).toEqual([
    `1: ${hasErrors}`,
    // The first keeps requests from the second now, but would not if it were right: that is not known.
    "4: undefined",
  ]);
});

test.each([
  ["    actions: null", hasErrors],
  ["    comment: no actions", hasErrors],
  ["    actions: [{ type: deny, config: { status_code: 1000 } }]", hasErrors],
  // An action that only we do not know is a warning.
  ["    actions: [{ type: unheard-of }]", "matches GET https://example.com/"],
])("the lens of a rule says what lint makes of it: %s", async (rest, title) => {
  expect(await ruleLenses(`inbound:\n  - name: a\n${rest}\n`)).toEqual([`1: ${title}`]);
});

test("the lens of a rule says on what only the service knows it depends", async () => {
  const text = `on_http_request:
  - actions: [{ type: oauth, config: { provider: google } }]
  - expressions: ["conn.client_ip.geo.location.country_code == 'SE'"]
    actions: [{ type: unheard-of }]
  - actions: [{ type: deny }]
`;
  const signedIn = 'if "oauth" lets it pass';
  expect(await ruleLenses(text)).toEqual([
    '1: matches GET https://example.com/ with conn.client_ip.geo.location.country_code ""',
    `2: matches GET https://example.com/ with conn.client_ip.geo.location.country_code "SE" ${signedIn}`,
    `4: matches GET https://example.com/ with conn.client_ip.geo.location.country_code "" ${signedIn}`,
  ]);
});

test.each(["null", "~", "text", "12", "[]", ""])(
  "what is no rule has no lens: %s",
  async (text) => {
    expect(await ruleLenses(`inbound:\n  - ${text}\n  - actions: [{ type: deny }]\n`)).toEqual([
      "2: matches GET https://example.com/",
    ]);
  },
);

test("a lens that says all that there is to say is resolved to itself", async () => {
  stopTime();
  const editor = await TestEditor.start();
  const uri = "file:///work/web.policy.yaml";
  await editor.open(uri, policy);
  await editor.request("textDocument/codeLens", uri);
  const lenses = await editor.request<CodeLens[]>("textDocument/codeLens", uri);
  for (const lens of lenses) {
    expect(lens.command).toBeDefined();
    expect(await editor.connection.sendRequest("codeLens/resolve", lens)).toEqual(lens);
  }
  await editor.close();
});

test("lenses can be turned off, and on again", async () => {
  const { folder } = projectOf(files);
  const editor = await TestEditor.start({
    folder,
    initializationOptions: { lenses: { enabled: false } },
  });
  const uri = pathToFileURL(`${folder}/web.policy.yaml`).href;
  await editor.open(uri, policy);
  expect(await editor.request("textDocument/codeLens", uri)).toEqual([]);
  const settings = { trafficPolicy: { lenses: { enabled: true } } };
  await editor.connection.sendNotification("workspace/didChangeConfiguration", { settings });
  expect(await editor.request<CodeLens[]>("textDocument/codeLens", uri)).toHaveLength(7);
  await editor.close();
});

describe("a command shows what the command line prints", () => {
  const changed = policy.replace("deny", "custom-response, config: { status_code: 418 }");

  test.each([
    ["explain", ["expression/constant"], "# expression/constant"],
    ["simulate", [undefined, "", "GET https://a.example/ä"], "418"],
    ["prove", [], "2 never reached"],
    ["reach", ["/inbound/0"], "2 never reached"],
    ["proveAssertions", [], "1 proved"],
    ["test", [], "1 failed, 0 passed"],
  ])("%s", async (name, args, expected) => {
    const { folder } = projectOf(files);
    const editor = await TestEditor.start({ folder });
    const uri = pathToFileURL(`${folder}/web.policy.yaml`).href;
    // What is not saved counts.
    await editor.open(uri, changed);
    const shown = await editor.connection.sendRequest<string>("workspace/executeCommand", {
      command: `trafficPolicy.${name}`,
      arguments: name === "explain" ? [...args, uri] : [uri, ...args.slice(1)],
    });
    const page = fileURLToPath(shown);
    expect(readFileSync(page, "utf8")).toContain(expected);
    // It cannot show documents, so it is sent where this one is.
    expect(editor.messages).toEqual([`The result is in ${shown}`]);
    await editor.close();
  });

  test.each([
    ["trafficPolicy.explain", ["no/rule"], 'There is no lint rule "no/rule".'],
    ["trafficPolicy.nothing", [], 'There is no command "trafficPolicy.nothing".'],
    ["trafficPolicy.diff", [], "No target of the configuration holds this policy."],
    ["trafficPolicy.simulate", ["file:///gone.policy.json"], "gone.policy.json"],
  ])("%s of %j says what is wrong", async (command, args, expected) => {
    const { folder } = projectOf({ "web.policy.yaml": policy });
    const editor = await TestEditor.start({ folder });
    const uri = pathToFileURL(`${folder}/web.policy.yaml`).href;
    const result: unknown = await editor.connection.sendRequest("workspace/executeCommand", {
      command,
      arguments: [...args, uri],
    });
    expect(result).toBeNull();
    expect(editor.messages.join("\n")).toContain(expected);
    await editor.close();
  });
});

test("what is wrong with a configuration is shown in it, from any document that it is for", async () => {
  const { folder } = projectOf({ ...files, "traffic-policy.config.json": `{"targets": {` });
  const editor = await TestEditor.start({ folder });
  const uri = pathToFileURL(`${folder}/traffic-policy.config.json`).href;
  await editor.open(pathToFileURL(`${folder}/web.policy.yaml`).href, policy);
  const found = await editor.shows(uri, ({ length }) => length > 0);
  expect(found.map(({ severity }) => severity)).toEqual([1]);
  await editor.close();
});

test("a case that fails is shown where it is, also when the policy changes", async () => {
  const { folder } = projectOf(files);
  const editor = await TestEditor.start({ folder });
  const [casesUri, policyUri] = ["web.cases.yaml", "web.policy.yaml"].map(
    (name) => pathToFileURL(`${folder}/${name}`).href,
  ) as [string, string];
  expect(await editor.open(casesUri, cases)).toEqual([]);
  await editor.open(policyUri, policy.replaceAll("deny", "compress-response"));
  const [failure] = await editor.shows(casesUri, ({ length }) => length > 0);
  expect(failure?.message).toContain("The case fails:");
  await editor.change(policyUri, [{ text: policy }]);
  expect(await editor.shows(casesUri, ({ length }) => length === 0)).toEqual([]);
  await editor.close();
});
