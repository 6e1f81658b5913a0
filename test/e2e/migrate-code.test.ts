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
