import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { configuration, project, run } from "./command.ts";

const names = `action, addHeaders, cel, compressResponse, conn, customResponse, deny, forwardInternal, log, not,
  policy, rateLimit, redirect, req, res, rule, text, type Condition, type PolicyBuilder, type RuleBuilder,`;
const imports = `import {
  ${names}
} from "@traffic-policy/policy-builder«|/phases»";
`;

/** A policy with the rules of `inbound`; what changes stands as «before|after». */
function inbound(rules: string, before = ""): string {
  return `${imports}${before}export default policy({ protocol: "http" }).«inbound|onHttpRequest»(${rules});
`;
}

function rule(conditions: string, actions = "deny()"): string {
  return `rule("a")${conditions === "" ? "" : `.when(${conditions})`}.do(${actions})`;
}

function sides(text: string): { readonly before: string; readonly after: string } {
  const side = (index: 1 | 2) =>
    text.replace(/«([^|»]*)\|([^»]*)»/g, (...groups: string[]) => groups[index] ?? "");
  return { before: side(1), after: side(2) };
}

/** Texts of modules; what changes stands as «before|after». */
const changed: Readonly<Record<string, string>> = {
  "a template": inbound(rule("cel`«req.Method|req.method» == 'GET'`")),
  "a template with gaps": inbound(
    rule('cel`«req.Path|req.url.path».startsWith(${"/a"}) && «req.Method|req.method» == ${"GET"}`'),
  ),
  "a template of a type": inbound(rule("cel.as(\"bool\")`«req.Method|req.method» == 'GET'`")),
  "a text with escapes": inbound(
    rule(String.raw`cel.text('«req.Method|req.method» == \'\x47\u{45}T\'')`),
  ),
  "a text that comes from elsewhere": inbound(
    rule("cel.text(get)"),
    "// of old\nconst get = \"«req.Method|req.method» == 'GET'\";\n",
  ),
  "a variable": inbound(rule('«req.Method|req.method».eq("a"), «req.Path|req.url.path».ne("/")')),
  "a variable in brackets": inbound(rule('«req["Method"]|req.method».eq("a")')),
  "a variable of another namespace": inbound(
    rule('«req.ClientTLS.SNI|conn.tls.sni».eq("a"), req.host.ne("b")'),
  ),
  "a variable in a gap": inbound(rule('cel`${«conn.ClientIP|conn.clientIp»} == ${"a"}`')),
  "texts with interpolations": inbound(
    rule(
      "",
      "addHeaders({ headers: { a: '${«conn.ClientIP|conn.client_ip»}', b: `${1}-\\${«conn.ClientIP|conn.client_ip»}` } })",
    ),
  ),
  "a text of the builder, in which nothing is an interpolation": inbound(
    rule(
      "",
      "addHeaders({ headers: { a: text`${«conn.ClientIP|conn.clientIp»} \\${conn.ClientIP}` } })",
    ),
  ),
  "a key of a config": inbound(
    rule("", 'customResponse({ statusCode: 404, «content|body»: "no" /* why */ })'),
  ),
  "a short key of a config": inbound(
    rule("", "answer()"),
    'function answer(content = "no") {\n  return customResponse({ statusCode: 404, «|body: »content });\n}\n',
  ),
  "a config from elsewhere, and spread": inbound(
    `${rule("", "customResponse(page)")}, ${rule("", 'customResponse({ ...page, headers: { a: "b" } })')}`,
    'const page = {\n  statusCode: 404,\n  // The body.\n  "«content|body»": "no",\n};\n',
  ),
  "a config that a function gets": inbound(
    rule("", 'answer({ statusCode: 404, «content|body»: "no" })'),
    "const answer = (config: { statusCode: number; «content|body»: string }) => customResponse(config);\n".replace(
      "«content|body»",
      "content",
    ),
  ).replace("config: { statusCode: number; content: string }", "config: any"),
  "a key that has no effect any more": inbound(
    rule(
      "",
      'forwardInternal({ url: "https://a.internal"«, binding: "internal"|», onError: "halt" })',
    ),
  ),
  "a key between comments": inbound(
    rule(
      "",
      'forwardInternal({\n  // It\n  «binding: "internal",|» // was\n  url: "https://a.internal",\n})',
    ),
  ),
  "names of nginx": inbound(
    rule(
      "",
      'redirect({ from: "/a", to: "«$scheme|${req.url.scheme}»://b/"«, format: "nginx"|» })',
    ),
  ),
  "an action of any type": inbound(
    rule(
      "",
      'action("custom«_|-»response", { status_code: 400, «content|body»: "${«req.Host|req.host»}" })',
    ),
  ),
  "bucket keys, which are expressions": inbound(
    rule(
      "",
      'rateLimit({ name: "req.Host", algorithm: "sliding_window", capacity: 1, rate: "60s", bucketKey: ["«req.Host|req.host»"] })',
    ),
  ),
  "a member that an edge has": `${imports}export default policy({ protocol: "http" })«.set("enabled", true)|»
  .«inbound|onHttpRequest»(rule("a").do(deny()));
`,
  "a member that is written as it is": `${imports}export default policy({ protocol: "http" })
  .set("«inbound|on_http_request»", [{ expressions: ["«req.Method|req.method» == 'GET'"], actions: [{ type: "deny" }] }]);
`,
  "loops, and a policy that is put together": `${imports}let site = policy({ protocol: "http" });
for (const path of ["/a", "/b"]) {
  // each of them
  site = site.«inbound|onHttpRequest»(rule(path).when(«req.Path|req.url.path».eq(path)).do(deny()));
}
for (const host of ["«req.Host|req.host» == 'a'", "«req.Host|req.host» == 'b'"]) {
  site = site.«inbound|onHttpRequest»(rule().when(cel.text(host)).do(deny()));
}
export default site;
`,
  "functions of policies": `${imports}function withDeny(own: PolicyBuilder<"http">): PolicyBuilder<"http"> {
  return own.«inbound|onHttpRequest»(rule("a").do(deny()));
}
const inLoop = [rule("b").do(deny())].reduce((all, one) => all.«inbound|onHttpRequest»(one), policy({ protocol: "http" }));
export default withDeny(inLoop);
`,
  "other things that are called inbound": `${imports}const queue = { inbound: (size: number) => size };
export default policy({ protocol: "http" }).«inbound|onHttpRequest»(rule(\`\${queue.inbound(3)}\`).do(deny()));
`,
  "names that hide those of the builder": `${imports}const own = (req: { Method: string }) => req.Method;
export default policy({ protocol: "http" }).«inbound|onHttpRequest»(rule(own({ Method: "GET" })).do(deny()));
`,
  "all of the builder under one name": `import * as tp from "@traffic-policy/policy-builder«|/phases»";
export default tp.policy({ protocol: "http" }).«inbound|onHttpRequest»(
  tp.rule("a").when(«tp.req.ClientTLS.SNI|tp.conn.tls.sni».eq("a"), tp.cel\`«req.Host|req.host» == 'a'\`).do(tp.customResponse({ statusCode: 400, «content|body»: "c" })),
);
`,
  "names that are imported otherwise": `import { cel as expression, customResponse as answer, policy as make, req as request, rule as when } from "@traffic-policy/policy-builder«|/phases»";
export default make({ protocol: "http" }).«inbound|onHttpRequest»(
  when("a").when(«request.Method|request.method».eq("a"), expression\`«req.Host|req.host» == 'a'\`).do(answer({ statusCode: 400, «content|body»: "c" })),
);
`,
  "an import that is needed, for one that is not": `import { deny, policy, «req|conn», rule } from "@traffic-policy/policy-builder«|/phases»";
export default policy({ protocol: "http" }).«inbound|onHttpRequest»(rule("a").when(«req.ClientTLS.SNI|conn.tls.sni».eq("a")).do(deny()));
`,
  "an import that is needed":
    `import { deny, policy, req, rule } from "@traffic-policy/policy-builder«|/phases»";
export default policy({ protocol: "http" }).«inbound|onHttpRequest»(rule("a").when(«req.ClientTLS.SNI|conn.tls.sni».eq("a"), req.host.eq("b")).do(deny()));
`.replace("import { deny", "import { «|conn, »deny"),
  "types of the builder": `import { deny, policy, rule«|, type Allowed», type RuleBuilder } from "@traffic-policy/policy-builder«|/phases»";
const rules: RuleBuilder<«"HTTP inbound"|Allowed["http"]["on_http_request"]»>[] = [rule("a").do(deny({ statusCode: 404 }))];
export default policy({ protocol: "http" }).«inbound|onHttpRequest»(...rules);
`,
  "a policy for TCP": `${imports}export default policy({ protocol: "tcp" }).«inbound|onTcpConnect»(rule("a").do(deny()))«.outbound()|»;
`,
  "several policies of a module": `${imports}export const ssh = policy({ protocol: "tcp" }).«inbound|onTcpConnect»(rule("a").do(deny()));
export default policy({ protocol: "http" }).«inbound|onHttpRequest»(rule("a").do(deny()));
`,
  "a document": `export default {
  // on the way in
  «inbound|on_http_request»: [{ expressions: ["«req.Method|req.method» == 'GET'"], actions: [{ type: "custom-response", config: { status_code: 400, «content|body»: "no" } }] }],
};
`,
  "a rule that moves behind": `${imports}export default policy({ protocol: "http" })
  .«inbound|onHttpRequest»(
    rule("a").do(deny()),«
    // Small ones.
    rule("Small").when(req.method.eq("GET")).do(compressResponse()), // for now|»
  )
  .«outbound|onHttpResponse»(«|
    // Small ones.
    rule("Small").when(req.method.eq("GET")).do(compressResponse()), // for now»
    rule("b").do(addHeaders({ headers: { a: "b" } })),
  );
`,
  "a rule that moves to a section of its own": `${imports}export default policy({ protocol: "http" }).«inbound|onHttpRequest»(rule("a").do(deny())«, small()|»)«|.onHttpResponse(small())»;

/** In a function. */
function small() {
  return rule("Small").when(«req.Method|req.method».eq("GET")).do(compressResponse());
}
`,
  "a rule of which a part moves": `${imports}export default policy({ protocol: "http" }).«inbound|onHttpRequest»(
  // Both.
  rule("Both").when(«req.Method|req.method».eq("GET")).do(«compressResponse(), |»log({ metadata: {} })),
)«|.onHttpResponse(
  // Both.
  rule("Both").when(req.method.eq("GET")).do(compressResponse()),
)»;
`,
};

function fileName(index: number): string {
  return `policy-${index}.policy.ts`;
}

interface Migrated {
  readonly policies: readonly {
    readonly policy: string;
    readonly state: string;
    readonly notes: readonly {
      readonly kind: string;
      readonly path: string;
      readonly message: string;
    }[];
  }[];
}

describe("a module is changed where a policy is written", () => {
  const cases = Object.entries(changed).map(([what, text], index) => ({
    what,
    file: fileName(index),
    ...sides(text),
  }));

  test("in all the ways in which that can be", async () => {
    const cwd = project(Object.fromEntries(cases.map(({ file, before }) => [file, before])));
    const files = cases.map(({ file }) => file);
    const tcp = cases.filter(({ what }) => what === "a policy for TCP").map(({ file }) => file);
    const several = cases.filter(({ what }) => what.startsWith("several")).map(({ file }) => file);
    const http = files.filter((file) => !tcp.includes(file) && !several.includes(file));
    const runs = [
      await run(["migrate", ...http, "--write", "--format", "json", "--protocol", "http"], { cwd }),
      await run(["migrate", ...tcp, ...several, "--write", "--format", "json"], { cwd }),
    ];
    for (const { out, err } of runs) {
      const states = (JSON.parse(out) as Migrated).policies.map(({ policy, state, notes }) => ({
        what: cases.find(({ file }) => file === policy)?.what,
        state,
        left: notes.filter(({ kind, path }) => kind === "left" && path === ""),
      }));
      expect({ err, states }).toEqual({
        err: "",
        states: states.map(({ what }) => ({ what, state: "migrated", left: [] })),
      });
    }
    for (const { what, file, after } of cases) {
      expect({ what, text: readFileSync(join(cwd, file), "utf8") }).toEqual({ what, text: after });
    }
    const again = await run(["migrate", ...files, "--write"], { cwd });
    expect(again.err.match(/is in phases already/g)).toHaveLength(files.length);
  });
});

/** A policy in code, and what is left of it to look at: places, and what is said. */
const left: Readonly<Record<string, readonly [text: string, places: readonly string[]]>> = {
  "a variable that is taken out of its namespace": [
    `import { conn, deny, policy, rule } from "@traffic-policy/policy-builder";
const { ClientIP } = conn;
export default policy({ protocol: "http" }).inbound(rule("a").when(ClientIP.eq("192.0.2.1")).do(deny()));
`,
    [`3:77: "conn.ClientIP == '192.0.2.1'" should be "conn.client_ip == '192.0.2.1'".`],
  ],
  "a text that is put together": [
    `import { cel, deny, policy, rule } from "@traffic-policy/policy-builder";
const method = "Method";
export default policy({ protocol: "http" }).inbound(
  rule("a").when(cel.text("req." + method + " == 'GET'")).do(deny()),
);
`,
    [`4:22: "req.Method == 'GET'" should be "req.method == 'GET'".`],
  ],
};

describe("what is not surely written in one place", () => {
  test("is left as it was, with its place, where the policy is proved to do the same", async () => {
    for (const [what, [text, places]] of Object.entries(left)) {
      const cwd = project({ "a.ts": text });
      const { err, status } = await run(["migrate", "a.ts", "--write"], { cwd });
      const said = [...err.matchAll(/^a\.ts:(.*?): left: (.*)$/gm)].map(
        ([, place, message]) => `${place}: ${message}`,
      );
      expect({ what, said, status }).toEqual({ what, said: places, status: 1 });
      expect(readFileSync(join(cwd, "a.ts"), "utf8")).toContain("policy-builder/phases");
    }
  });

  test("is a reason not to write anything, when the policy would do something else", async () => {
    const text = `import { compressResponse, deny, policy, rule } from "@traffic-policy/policy-builder";
const both = [compressResponse(), deny()];
export default policy({ protocol: "http" }).inbound(rule("a").do(...both));
`;
    const cwd = project({ "a.ts": text });
    const { err, status } = await run(["migrate", "a.ts", "--write"], { cwd });
    expect(status).toBe(2);
    expect(err).toContain(
      "a.ts:3:53: left: The rule is not moved to another section: only some of its actions move, and they are written elsewhere.\n",
    );
    expect(err).toContain("a.ts was not migrated.\n");
    expect(readFileSync(join(cwd, "a.ts"), "utf8")).toBe(text);
  });

  test("is one, too, where one call adds rules for several protocols", async () => {
    const text = `import { deny, policy, rule, type PolicyBuilder } from "@traffic-policy/policy-builder";
const closed = (own: PolicyBuilder) => own.inbound(rule("a").do(deny()));
export const ssh = closed(policy({ protocol: "tcp" }) as PolicyBuilder);
export default closed(policy({ protocol: "http" }) as PolicyBuilder);
`;
    const cwd = project({ "a.ts": text });
    const { err, status } = await run(["migrate", "a.ts", "--write"], { cwd });
    expect(status).toBe(2);
    expect(err).toMatch(
      /a\.ts:2:44: left: Policies for (?:http and tcp|tcp and http) use it, whose rules come to different sections\.\n/,
    );
    expect(readFileSync(join(cwd, "a.ts"), "utf8")).toBe(text);
  });

  test("is one, too, when the module runs no more", async () => {
    const text = `import * as tp from "@traffic-policy/policy-builder";
const names = Object.keys(tp);
if (names.includes("fn")) throw new Error("Too new.");
export default tp.policy({ protocol: "http" }).inbound(tp.rule("a").do(tp.deny()));
`;
    const cwd = project({ "a.ts": text });
    const { err, status } = await run(["migrate", "a.ts", "--write"], { cwd });
    expect(status).toBe(2);
    expect(err).toContain(
      "a.ts:3:33: left: The migrated module does not build the policy: It throws Error: Too new.\n",
    );
    expect(readFileSync(join(cwd, "a.ts"), "utf8")).toBe(text);
  });
});

const shared = `import { deny, req, rule } from "@traffic-policy/policy-builder«|/phases»";

/** The same in every policy. */
export const crawlers = () => rule("Crawlers").when(«req.Path|req.url.path».eq("/a")).do(deny()); // once
`;

function user(folder: string): string {
  return `import { policy } from "@traffic-policy/policy-builder«|/phases»";
import { crawlers } from "${folder}/crawlers.ts";

export default policy({ protocol: "http" }).«inbound|onHttpRequest»(crawlers());
`;
}

describe("a module that policies share", () => {
  const files = {
    "common/crawlers.ts": sides(shared).before,
    "a/web.policy.ts": sides(user("../common")).before,
    "b/web.policy.ts": sides(user("../common")).before,
  };

  test("changes once, with all that use it", async () => {
    const cwd = project(files);
    const args = ["migrate", "a/web.policy.ts", "b/web.policy.ts", "--write"];
    const { err, status } = await run(args, { cwd });
    expect({ status, left: err.includes("left") }).toEqual({ status: 0, left: false });
    expect(err).toContain("common/crawlers.ts was written, too.\n");
    const read = (name: string) => readFileSync(join(cwd, name), "utf8");
    expect(read("common/crawlers.ts")).toBe(sides(shared).after);
    expect(read("a/web.policy.ts")).toBe(sides(user("../common")).after);
    expect(read("b/web.policy.ts")).toBe(sides(user("../common")).after);
  });

  test("does not change while others use it as it is", async () => {
    const cwd = project(files);
    const { err, status } = await run(["migrate", "a/web.policy.ts", "--write"], { cwd });
    expect({ status, err }).toEqual({
      status: 2,
      err: expect.stringContaining(
        "common/crawlers.ts changes, too, and b/web.policy.ts uses it as it is.",
      ) as string,
    });
    for (const [name, text] of Object.entries(files)) {
      expect(readFileSync(join(cwd, name), "utf8")).toBe(text);
    }
  });

  test("is copied beside the policy that --out names", async () => {
    const cwd = project(files);
    const args = ["migrate", "a/web.policy.ts", "--out", "new/site.policy.ts"];
    const { status } = await run(args, { cwd });
    expect(status).toBe(0);
    const read = (name: string) => readFileSync(join(cwd, name), "utf8");
    expect(read("new/site.policy.ts")).toBe(sides(user(".")).after);
    expect(read("new/crawlers.ts")).toBe(sides(shared).after);
    expect(read("common/crawlers.ts")).toBe(files["common/crawlers.ts"]);
    const again = await run(args, { cwd });
    expect(again.err).toContain("The file already exists.");
  });
});

describe("a policy that is not the same everywhere", () => {
  const text = `import { cel, customResponse, policy, rule } from "@traffic-policy/policy-builder«|/phases»";

export default ({ name, values }) =>
  policy({ protocol: "http" }).«inbound|onHttpRequest»(
    rule(name)
      .when(cel.text(values.debug ? "«req.Method|req.method» == 'GET'" : "«req.Host|req.host» == 'a'"))
      .do(customResponse({ statusCode: 400, «content|body»: name })),
  );
`;

  test("is migrated in all its environments", async () => {
    const config = configuration({
      targets: { web: { kind: "https-route", policy: "./web.policy.ts" } },
      environments: {
        staging: { values: { debug: true }, targets: { web: { edge: "e", route: "r" } } },
        production: { values: { debug: false }, targets: { web: { edge: "f", route: "s" } } },
      },
    });
    const cwd = project({
      "traffic-policy.config.json": config,
      "web.policy.ts": sides(text).before,
    });
    const { status, err } = await run(["migrate", "web", "-e", "staging", "--write"], { cwd });
    expect({ status, left: err.match(/left/) }).toEqual({ status: 0, left: null });
    expect(readFileSync(join(cwd, "web.policy.ts"), "utf8")).toBe(sides(text).after);
  });
});

describe("the rule that forwards", () => {
  const forward =
    'rule("Forward to https://site.internal").do(forwardInternal({ url: "https://site.internal" }))';
  const cases: Readonly<Record<string, string>> = {
    "behind the last rule": inbound(`${rule("")}«|, ${forward}»`),
    "on a line of its own": inbound(`\n  ${rule("")}, // only\n«|  ${forward},\n»`),
    "in a section of its own": `${imports}export default policy({ protocol: "http" })
  .«outbound|onHttpResponse»(rule("a").do(addHeaders({ headers: { a: "b" } })))«|
  .onHttpRequest(${forward})»;
`,
    "behind what a policy extends": `${imports}export default policy({ protocol: "http" }).extend(policy().«inbound|onHttpRequest»(${rule("")}))«|.onHttpRequest(${forward})»;
`,
    "with imports": `import {
  deny,
«|  forwardInternal,
»  policy,
  rule as when,
} from "@traffic-policy/policy-builder«|/phases»";
const site = policy({ protocol: "http" }).«inbound|onHttpRequest»(when("a").do(deny()));
export default site«|.onHttpRequest(when("Forward to https://site.internal").do(forwardInternal({ url: "https://site.internal" })))»;
`,
  };

  test("is added where it is the last", async () => {
    const files = Object.entries(cases).map(([what, text], index) => ({
      what,
      file: fileName(index),
      ...sides(text),
    }));
    const cwd = project(Object.fromEntries(files.map(({ file, before }) => [file, before])));
    const args = files.map(({ file }) => file);
    const options = ["--write", "--protocol", "http", "--forward-to", "https://site.internal"];
    const { status, err } = await run(["migrate", ...args, ...options], { cwd });
    expect({ status, left: err.match(/^.*left.*$/gm) }).toEqual({ status: 0, left: null });
    for (const { what, file, after } of files) {
      expect({ what, text: readFileSync(join(cwd, file), "utf8") }).toEqual({ what, text: after });
    }
  });
});
